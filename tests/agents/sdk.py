"""A piece of work by the official Python SDK: look, plan, try, apply, apply again, take back."""

import asyncio
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


def field(result, *names):
    """A member under any of the names that versions of the SDK give it."""
    return next(getattr(result, name) for name in names if hasattr(result, name))


async def work(program: str, folder: str) -> None:
    server = StdioServerParameters(command=program, args=["--allow-writes", f"cards={folder}"], env=dict(os.environ))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        tools = (await session.list_tools()).tools
        assert len(tools) == 10, tools

        async def call(tool, refused=False, **arguments):
            result = await session.call_tool(tool, arguments)
            answer = field(result, "structured_content", "structuredContent")
            assert bool(field(result, "is_error", "isError")) == refused, answer
            return answer["data"]

        outline = await call("look", path="cards/a.json")
        entry = {"keys": ["lantern"], "content": "Never lit twice."}
        edits = [{"op": "insert", "place": "book[+]", "value": entry}]
        token = (await call("plan", paths=["cards/a.json"], edits=edits))["token"]
        said = {"messages": [{"role": "user", "content": "Who lit the lantern?"}]}
        tried = await call("try", paths=[token], scene=said)
        assert tried["entries"][-1]["fired"], tried
        done = await call("apply", token=token)
        after = await call("look", path="cards/a.json")
        assert len(after["entries"]) == len(outline["entries"]) + 1, after
        again = await call("apply", token=token, refused=True)
        assert again["error"]["class"] == "used-token", again
        await call("apply", token=done["undo"])
        assert (await call("look", path="cards/a.json"))["hash"] == outline["hash"]
    print(f"agents: the Python SDK listed {len(tools)} tools, planned, tried, applied and took back")


asyncio.run(work(*sys.argv[1:3]))
