// The command line of the official Inspector lists the tools and calls some; arguments: the Inspector, the server, a folder of cards.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";

const [inspector, server, folder] = process.argv.slice(2);

/** Asks a method of a server that may not write. */
function ask(method, ...more) {
  const words = ["--cli", server, `cards=${folder}`, "--method", method, ...more];
  const { stdout, stderr } = spawnSync(inspector, words, { encoding: "utf8", timeout: 60_000 });
  assert.ok(stdout.startsWith("{"), `${words.join(" ")}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/** Calls a tool with arguments as `name=value`. */
function call(tool, ...given) {
  return ask("tools/call", "--tool-name", tool, ...given.flatMap((one) => ["--tool-arg", one]));
}

const { tools } = ask("tools/list");
assert.equal(tools.length, 10);
for (const { name, annotations, inputSchema, outputSchema, description } of tools) {
  assert.equal(annotations.readOnlyHint, name !== "apply", name);
  assert.deepEqual([inputSchema.type, outputSchema.type], ["object", "object"], name);
  assert.match(description, /Examples:/, name);
}
assert.equal(call("look", "path=cards/a.json").structuredContent.data.file.form, "v2");
const edits = JSON.stringify([{ op: "set", place: "name", value: "Brine" }]);
const plan = call("plan", 'paths=["cards/a.json"]', `edits=${edits}`);
assert.match(plan.structuredContent.data.token, /^plan-/);
// The next call starts another server, which may not write and knows no token of the first.
const refused = call("apply", `token=${plan.structuredContent.data.token}`);
assert.deepEqual([refused.isError, refused.structuredContent.data.error.class], [true, "read-only"]);
console.log(`agents: the Inspector listed ${tools.length} tools, looked, planned and was refused`);
