"""The smallest adapter: a coordinator without any groups (docs/adapter-protocol.md)."""
import json
import sys

INVALID_GROUP_ID, UNKNOWN_MEMBER_ID, GROUP_ID_NOT_FOUND = 24, 25, 69
now = {}  # ms since its opening, by session


def respond(api, version, body):
    """What the implementation answers: the fields of this version and no other."""
    if api == "DeleteGroups":
        names = dict.fromkeys(body["groupsNames"])
        results = [{"groupId": name, "errorCode": GROUP_ID_NOT_FOUND} for name in names]
        return {"throttleTimeMs": 0, "results": results}
    error = UNKNOWN_MEMBER_ID if body["groupId"] else INVALID_GROUP_ID
    return {"errorCode": error} | ({"throttleTimeMs": 0} if version >= 1 else {})


def handle(method, p):
    if method == "initialize":
        versions = {"DeleteGroups": 2, "Heartbeat": 4}
        return {"protocolVersion": 1, "name": "no groups", "configuration": {},
                "apis": {api: {"min": 0, "max": last} for api, last in versions.items()},
                "capabilities": ["virtual-clock"], "clock": "virtual", "isolated": True}
    if method == "open":
        now[p["session"]] = 0
    if method == "send":
        body = respond(p["api"], p["version"], p["body"])
        tell(method="answer", params={"session": p["session"], "requestId": p["requestId"],
                                      "at": now[p["session"]], "body": body})
    if method == "advance":
        now[p["session"]] += p["ms"]
        return {"now": now[p["session"]]}
    return {}  # Everything has happened by then, so there is nothing to settle.


def tell(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


for line in sys.stdin:
    request = json.loads(line)
    tell(id=request["id"], result=handle(request["method"], request["params"]))
