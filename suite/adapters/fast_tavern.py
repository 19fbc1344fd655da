"""pip install fast-tavern==0.1.8 && cards conform --program 'python3 …/fast_tavern.py'"""
import copy

from lines import serve

import fast_tavern as tavern


def answer(kind, data, profile):
    # It takes the files of this client.
    if not profile.startswith("sillytavern"):
        return None
    env = data.get("env", {})
    if kind == "macro":
        names = {"char": data["char"], "user": data.get("user", "User")}
        names |= {name: env.get(name, "") for name in ("description", "personality", "scenario", "persona")}
        variables = tavern.create_variable_context(copy.deepcopy(env.get("local")), copy.deepcopy(env.get("global")))
        return {"text": tavern.replace_macros(data["text"], {"macros": names, "variableContext": variables}), **variables}
    if kind == "lore" and isinstance(data.get("entries"), list) and "turns" not in data:
        settings, rolls = data["settings"], iter(data.get("rolls", []))
        whole = lambda one: f"{one['name']}: {one['mes']}" if settings.get("include_names") else one["mes"]
        chat = [one if isinstance(one, str) else whole(one) for one in data["chat"]]
        depth = int(settings.get("depth", 0))
        numbered = [{"uid": uid, **entry} for uid, entry in enumerate(data["entries"])]
        book = tavern.convert_worldbooks_from_silly_tavern({"name": "book", "entries": numbered})[0]
        active = tavern.get_active_entries({
            "contextText": "\n".join(chat[-depth:]) if depth > 0 else "", "globalEntries": book["entries"],
            "options": {"recursionLimit": 5 if settings.get("recursive") else 0, "rng": lambda: next(rolls, 0),
                        "defaultCaseSensitive": bool(settings.get("case_sensitive"))},
        })
        return {"activated": [str(entry["index"]) for entry in active]}
    return None


serve(answer)
