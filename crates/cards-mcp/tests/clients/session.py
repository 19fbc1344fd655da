"""A piece of work by the official Python SDK: look, plan, try, apply, take back. Prints what the test asks for."""

import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


def field(result, *names):
    """A member under any of the names that versions of the SDK give it."""
    return next(getattr(result, name) for name in names if hasattr(result, name))


async def work(program: str, folder: str) -> dict:
    server = StdioServerParameters(command=program, args=["--allow-writes", f"cards={folder}"], env=dict(os.environ))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        tools = (await session.list_tools()).tools

        async def call(tool, **arguments):
            result = await session.call_tool(tool, arguments)
            return field(result, "is_error", "isError"), field(result, "structured_content", "structuredContent")

        _, outline = await call("look", path="cards/a.json")
        entry = {"keys": ["lantern"], "content": "Never lit twice."}
        _, plan = await call("plan", paths=["cards/a.json"], edits=[{"op": "insert", "place": "book[+]", "value": entry}])
        token = plan["data"]["token"]
        said = {"messages": [{"role": "user", "content": "Who lit the lantern?"}]}
        _, tried = await call("try", paths=[token], scene=said)
        _, done = await call("apply", token=token)
        failed, again = await call("apply", token=token)
        await call("apply", token=done["data"]["undo"])
        return {
            "tools": len(tools),
            "entries": len(outline["data"]["entries"]),
            "fired": tried["data"]["entries"][-1]["fired"],
            "refused": again["data"]["error"]["class"] if failed else None,
        }


print(json.dumps(asyncio.run(work(*sys.argv[1:3]))))
