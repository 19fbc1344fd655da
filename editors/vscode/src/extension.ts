// Starts the language server, a program of the machine.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { LANGUAGES, begin, options, type Way } from "./common";

/** The program reads and writes files itself. */
function make(): Way {
  const command = vscode.workspace.getConfiguration("cards").get<string>("server", "cards-lsp");
  const files = LANGUAGES.map((language) => ({ scheme: "file", language }));
  const client = new LanguageClient("cards", "Character cards", { command, args: ["--stdio"] }, options(files));
  return { client, show: async () => undefined, saved: async () => undefined };
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  await begin(context, make);
}

export { end as deactivate } from "./common";
