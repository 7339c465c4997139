#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Contest API of a running contest by HTTP: log-in, permissions of the roles, and the feed while tests run.

usage: api_http.py ASSAY
"""
import datetime
import json
import os
import pathlib
import struct
import sys
import tempfile
import time
import urllib.parse
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402

SLOW = "import time\ntime.sleep(0.4)\nprint(sum(map(int, input().split())))\n"


def expect(condition, text):
    if not condition:
        sys.exit(text)


def expect_status(answer, status, what):
    expect(answer[0] == status, f"{what}: {answer[0]} in place of {status}: {answer[1]}")
    if answer[0] >= 400:
        expect(answer[1]["code"] == answer[0] and answer[1]["message"], f"{what}: the error is {answer[1]}")
    return answer[1]


class Account(contests.Client):
    """Requests of one account, or without a log-in; below the contest, or at the root of the API."""

    def __init__(self, server, name=None, password=None):
        super().__init__(server, "contest", name, password)
        if not name:
            self.headers = {}

    def ask(self, method, path, body=None, headers=None, data=None, root="/api/contests/contest"):
        connection = contests.http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        sent = dict(self.headers, **(headers or {}))
        if body is not None:
            sent.setdefault("Content-Type", "application/json")
            data = json.dumps(body)
        connection.request(method, root + path, data, sent)
        answer = connection.getresponse()
        text = answer.read()
        self.answered = answer
        connection.close()
        expect(not answer.getheader("Set-Cookie"), f"{method} {path} sets a cookie")
        return answer.status, json.loads(text) if text else None

    def get(self, path):
        return expect_status(self.ask("GET", path), 200, path)


def now(seconds=0):
    time_of = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return time_of.isoformat(timespec="milliseconds")


def program(source=contests.PROGRAMS["AC"], **more):
    return dict({"problem_id": "sum", "language_id": "python3", "files": [{"data": contests.archive(source)}]}, **more)


# ---- log-in ----


def check_tokens(server, admin, team, nobody):
    expect_status(nobody.ask("POST", "", {"name": "x"}, root="/api/tokens"), 401, "a token for nobody")
    made = expect_status(team.ask("POST", "", {"name": "submit"}, root="/api/tokens"), 201, "a token of a team")
    expect(len(made["token"]) == 64 and made["username"] == "team1", f"a token is {made}")
    bearer = Account(server)
    bearer.headers = {"Authorization": "Bearer " + made["token"]}
    expect(expect_status(bearer.ask("GET", "/account"), 200, "a token")["username"] == "team1", "a token is of somebody else")
    expect_status(bearer.ask("POST", "", {"name": "x"}, root="/api/tokens"), 403, "a token by a token")
    expect_status(team.ask("POST", "", {"username": "admin"}, root="/api/tokens"), 403, "a token of somebody else")
    listed = expect_status(admin.ask("GET", "", root="/api/tokens"), 200, "the list")
    expect([token["id"] for token in listed] == [made["id"]] and "token" not in listed[0], f"the list is {listed}")
    stored = b"".join(file.read_bytes() for file in server.folder.glob("contest/contest.db*"))
    expect(made["token"].encode() not in stored, "the store has the token itself")
    server.stop()
    server.start()
    expect_status(bearer.ask("GET", "/account"), 200, "a token after a restart")
    expect_status(Account(server, "team2", server.passwords["team2"]).ask("DELETE", "/" + made["id"], root="/api/tokens"), 404,
                  "somebody else's token")
    expect_status(admin.ask("DELETE", "/" + made["id"], root="/api/tokens"), 204, "revoking")
    expect_status(bearer.ask("GET", "/account"), 401, "a token that was revoked")
    bearer.headers = {"Authorization": "Bearer " + "0" * 64}
    expect_status(bearer.ask("GET", "/state"), 401, "a wrong token")
    form = urllib.parse.urlencode({"username": "admin", "password": server.passwords["admin"], "next": "/"})
    connection = contests.http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("POST", "/login", form, {"Content-Type": "application/x-www-form-urlencoded"})
    cookie = connection.getresponse().getheader("Set-Cookie").split(";")[0]
    connection.close()
    nobody.headers = {"Cookie": cookie}
    expect_status(nobody.ask("GET", "/account"), 404, "a cookie")
    expect_status(nobody.ask("POST", "/submissions", program()), 401, "a submission by a cookie")
    nobody.headers = {}


def check_access(admin, judge, team, nobody):
    def capabilities(account):
        return set(account.get("/access")["capabilities"])
    expect(capabilities(admin) == {"contest_start", "contest_thaw", "admin_submit", "proxy_submit", "post_clar", "admin_clar", "proxy_clar",
                                   "post_comment"}, f"an admin has {capabilities(admin)}")
    expect(capabilities(judge) == {"post_clar", "post_comment"}, f"a judge has {capabilities(judge)}")
    expect(capabilities(team) == {"team_submit", "post_clar"}, f"a team has {capabilities(team)}")
    expect(not capabilities(nobody), f"nobody has {capabilities(nobody)}")


# ---- submissions ----


def check_team_submits(team, judge, nobody):
    expect_status(nobody.ask("POST", "/submissions", program()), 401, "a submission of nobody")
    expect_status(judge.ask("POST", "/submissions", program()), 403, "a submission of a judge")
    made = expect_status(team.ask("POST", "/submissions", program(team_id="team1", entry_point=None)), 201, "a submission")
    expect(team.answered.getheader("Location") == f"/api/contests/contest/submissions/{made['id']}", "no Location")
    refused = {"id": "7", "time": now(), "contest_time": "0:00:01.000", "team_id": "team2", "problem_id": "none", "language_id": "none",
               "entry_point": 1}
    for key, value in refused.items():
        expect_status(team.ask("POST", "/submissions", program(**{key: value})), 400, f"{key} of a team")
    for key in ("problem_id", "language_id", "files"):
        expect_status(team.ask("POST", "/submissions", program(**{key: None})), 400, f"without {key}")
    data = contests.archive("x")
    for files in ([], [{"data": "?"}], [{"data": data}, {"data": data}], [{"data": data, "mime": "text/plain"}]):
        expect_status(team.ask("POST", "/submissions", program(files=files)), 400, f"files {len(files)}")
    expect_status(team.ask("PUT", "/submissions/x", program(id="x", time=now(-5))), 403, "PUT of a team")
    expect_status(team.ask("POST", "/submissions", [1]), 400, "an array")
    expect_status(team.ask("POST", "/submissions", None, {"Content-Type": "text/plain"}, "x"), 415, "a text")
    return made


def check_admin_submits(admin):
    proxy = expect_status(admin.ask("POST", "/submissions", program(team_id="team2")), 201, "proxy_submit")
    expect(proxy["team_id"] == "team2", f"proxy_submit made {proxy}")
    expect_status(admin.ask("POST", "/submissions", program()), 400, "proxy_submit without team_id")
    past = now(-20)
    made = expect_status(admin.ask("POST", "/submissions", program(team_id="team2", time=past)), 201, "admin_submit")
    expect(made["time"] == past, f"admin_submit at {past} made {made}")
    expect_status(admin.ask("POST", "/submissions", program(team_id="team2", time=past, id="a")), 400, "POST with an id")
    expect_status(admin.ask("POST", "/submissions", program(team_id="team2", time=now(60))), 400, "a time to come")
    body = program(team_id="team3", time=past, id="site-7.b")
    made = expect_status(admin.ask("PUT", "/submissions/site-7.b", body), 201, "PUT")
    expect(made["id"] == "site-7.b" and made["time"] == past, f"PUT made {made}")
    expect(admin.get("/submissions/site-7.b") == made, "the id is not that of PUT")
    expect_status(admin.ask("PUT", "/submissions/site-7.b", body), 409, "an id that is taken")
    expect_status(admin.ask("PUT", f"/submissions/{proxy['id']}", dict(body, id=proxy["id"])), 409, "a number that is taken")
    expect_status(admin.ask("PUT", "/submissions/other", body), 409, "an id that is not that of the address")
    expect_status(admin.ask("PUT", "/submissions/n", dict(body, id=None)), 400, "PUT without id")
    expect_status(admin.ask("PUT", "/submissions/n", dict(body, id="n", time=None)), 400, "PUT without time")
    expect_status(admin.ask("PUT", "/submissions/.n", dict(body, id=".n")), 422, "an id that cannot be")
    return [proxy["id"], made["id"]]


def form(fields, name, data):
    parts = [f'--x\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n' for key, value in fields.items()]
    parts.append(f'--x\r\nContent-Disposition: form-data; name="code[]"; filename="{name}"\r\n\r\n{data}\r\n--x--\r\n')
    return "".join(parts)


def check_forms(team, judge):
    """The request of DOMjudge's submit client."""
    headers = {"Content-Type": "multipart/form-data; boundary=x", "User-Agent": "domjudge-submit-client (python-requests/2)"}
    fields = {"problem": "sum", "language": "python3"}
    contest = expect_status(team.ask("GET", "", headers=headers, root="/api/contests"), 200, "contests")[0]
    expect(contest["shortname"] == contest["id"] == "contest", f"the contest is {contest}")
    expect("shortname" not in team.ask("GET", "", root="/api/contests")[1][0], "others see shortname")
    made = expect_status(team.ask("POST", "/submissions", None, headers, form(fields, "main.py", contests.PROGRAMS["WA"])), 201, "a form")
    expect(made["problem_id"] == "sum" and made["language_id"] == "python3", f"a form made {made}")
    for foreign in ({"Origin": "http://other.example"}, {"Sec-Fetch-Site": "cross-site"}):
        sent = form(fields, "main.py", contests.PROGRAMS["WA"])
        expect_status(team.ask("POST", "/submissions", None, dict(headers, **foreign), sent), 403, "a form of another site")
    for key in fields:
        expect_status(team.ask("POST", "/submissions", None, headers, form(dict(fields, **{key: "none"}), "main.py", "x")), 400, key)
    expect_status(team.ask("POST", "/submissions", None, headers, form(fields, "", "")), 400, "a form without a file")
    expect_status(judge.ask("POST", "/submissions", None, headers, form(fields, "main.py", "x")), 403, "a form of a judge")


# ---- while tests run ----


def check_live(team, admin):
    """The feed has the begin of a judgement, then its runs in order, then its end."""
    reader = contests.Reader(admin)
    reader.start()
    made = expect_status(team.ask("POST", "/submissions", program(SLOW)), 201, "a slow submission")
    until = time.monotonic() + 120
    while time.monotonic() < until:
        lines = [json.loads(line) for line in list(reader.lines)]
        judgements = [line for line in lines if line["type"] == "judgements" and line["id"] == f"{made['id']}-1"]
        if judgements and judgements[-1]["data"].get("end_time"):
            break
        time.sleep(0.2)
    reader.done.set()
    expect(len(judgements) == 2, f"the feed has {len(judgements)} lines of the judgement")
    begun, ended = (judgement["data"] for judgement in judgements)
    expect("judgement_type_id" not in begun and "end_time" not in begun, f"it began as {begun}")
    expect(ended["judgement_type_id"] == "AC" and ended["start_time"] == begun["start_time"], f"it ended as {ended}")
    runs = [line["data"] for line in lines if line["type"] == "runs" and line["data"] and line["data"]["judgement_id"] == begun["id"]]
    expect([run["ordinal"] for run in runs] == [1, 2, 3], f"the runs are {runs}")
    expect(begun["start_time"] <= runs[0]["time"] < ended["end_time"], f"the first run is of the end: {runs[0]}, {ended}")
    places = [lines.index(judgements[0]), lines.index(next(line for line in lines if line["data"] == runs[0])), lines.index(judgements[1])]
    expect(places == sorted(places), f"the lines are in the order {places}")


# ---- clarifications, awards, commentary ----


def check_clarifications(admin, judge, team, guest, nobody):
    expect_status(nobody.ask("POST", "/clarifications", {"text": "x"}), 401, "a clarification of nobody")
    asked = expect_status(team.ask("POST", "/clarifications", {"text": "Why?", "problem_id": "sum", "to_team_ids": None}), 201, "a request")
    expect(asked["from_team_id"] == "team1" and team.answered.getheader("Location").endswith("/clarifications/" + asked["id"]), f"{asked}")
    for key, value in {"id": "7", "time": now(), "to_team_ids": ["team2"], "to_group_ids": ["x"], "from_team_id": "team2", "text": None,
                       "problem_id": "none", "reply_to_id": "99"}.items():
        expect_status(team.ask("POST", "/clarifications", dict({"text": "x"}, **{key: value})), 400, f"{key} of a team")
    secret = expect_status(judge.ask("POST", "/clarifications", {"text": "You", "to_team_ids": ["team2"]}), 201, "to a team")
    expect_status(team.ask("POST", "/clarifications", {"text": "x", "reply_to_id": secret["id"]}), 400, "a reply to what is not seen")
    expect_status(judge.ask("POST", "/clarifications", {"text": "x", "reply_to_id": asked["id"], "to_team_ids": ["team2", "team1"]}), 201,
                  "to two teams")
    for nobody_at_all in ({"to_team_ids": []}, {"to_group_ids": []}, {"to_team_ids": [], "to_group_ids": []}, {"to_group_ids": ["none"]},
                          {"to_team_ids": ["team1", "team1"]}, {"to_team_ids": "team1"}, {"to_team_ids": ["team1", "none"]}):
        expect_status(judge.ask("POST", "/clarifications", dict({"text": "x"}, **nobody_at_all)), 400, f"to {nobody_at_all}")
    told = expect_status(judge.ask("POST", "/clarifications", {"text": "Guests", "to_group_ids": ["guests"], "to_team_ids": []}), 201,
                         "to a group")
    expect(told["to_group_ids"] == ["guests"] and "to_team_ids" not in told, f"to a group: {told}")
    texts = [[one["text"] for one in account.get("/clarifications")] for account in (nobody, team, guest, judge)]
    expect(texts == [[], ["Why?", "x"], ["You", "x", "Guests"], ["Why?", "You", "x", "Guests"]], f"the readers see {texts}")
    expect_status(judge.ask("POST", "/clarifications", {"text": "x", "time": now(-5)}), 400, "the time of a judge")
    expect_status(judge.ask("POST", "/clarifications", {"text": "x", "from_team_id": "team1"}), 400, "a judge for a team")
    made = expect_status(admin.ask("POST", "/clarifications", {"text": "Hm?", "from_team_id": "team2"}), 201, "proxy_clar")
    expect(made["from_team_id"] == "team2", f"proxy_clar made {made}")
    body = {"id": "q-1", "text": "So.", "time": now(-9), "reply_to_id": asked["id"]}
    made = expect_status(admin.ask("PUT", "/clarifications/q-1", body), 201, "admin_clar")
    expect(made["id"] == "q-1" and made["time"] == body["time"] and made["reply_to_id"] == asked["id"], f"admin_clar made {made}")
    expect_status(admin.ask("PUT", "/clarifications/q-1", body), 409, "an id that is taken")
    expect_status(judge.ask("PUT", "/clarifications/q-2", dict(body, id="q-2")), 403, "PUT of a judge")


def check_awards(admin, judge, team, nobody):
    body = {"citation": "The best costumes", "team_ids": ["team2"]}
    expect_status(nobody.ask("POST", "/awards", body), 401, "an award of nobody")
    expect_status(judge.ask("POST", "/awards", body), 403, "an award of a judge")
    made = expect_status(admin.ask("POST", "/awards", body), 201, "POST")
    one = "/awards/" + made["id"]
    expect(team.get(one) == dict(body, id=made["id"]), f"the award is {team.get(one)}")
    expect_status(admin.ask("POST", "/awards", dict(body, id="x")), 400, "POST with an id")
    for key in body:
        expect_status(admin.ask("POST", "/awards", dict(body, **{key: None})), 400, f"POST without {key}")
        expect_status(admin.ask("PATCH", one, {key: None}), 400, f"PATCH of {key} with null")
    expect_status(admin.ask("POST", "/awards", dict(body, team_ids=["none"])), 400, "an unknown team")
    changed = expect_status(admin.ask("PATCH", one, {"citation": "The best hats"}), 200, "PATCH")
    expect(changed == {"id": made["id"], "citation": "The best hats", "team_ids": ["team2"]}, f"PATCH made {changed}")
    expect_status(admin.ask("PATCH", "/awards/none", {"citation": "x"}), 404, "PATCH of none")
    expect_status(admin.ask("PATCH", one, {"id": "x"}), 409, "PATCH of an id")
    winner = {"id": "winner", "citation": "The winner", "team_ids": ["team3"]}
    expect_status(admin.ask("PUT", "/awards/winner", winner), 200, "PUT of a computed award")
    expect(admin.get("/awards/winner") == winner, f"the winner is {admin.get('/awards/winner')}")
    expect(team.get("/awards/winner")["team_ids"] is None, "a team sees the winner before the end")
    expect_status(admin.ask("PUT", "/awards/other", winner), 409, "PUT of another id")
    expect_status(admin.ask("DELETE", one), 204, "DELETE")
    expect_status(admin.ask("DELETE", one), 404, "DELETE again")
    expect_status(team.ask("DELETE", "/awards/winner"), 403, "DELETE of a team")
    expect_status(admin.ask("DELETE", "/awards/gold-medal"), 204, "DELETE of a computed award")
    expect_status(team.ask("GET", "/awards/gold-medal"), 404, "a computed award that was deleted")


def check_commentary(judge, team, nobody, submission):
    body = {"message": "{teams:team1} is first", "tags": ["accepted"], "team_ids": ["team1"], "problem_ids": ["sum"],
            "submission_ids": [submission]}
    made = expect_status(judge.ask("POST", "/commentary", body), 201, "a comment")
    expect({key: made[key] for key in body} == body, f"a comment became {made}")
    expect(nobody.get("/commentary/" + made["id"]) == made and nobody.get("/commentary") == [made], "the comment is not seen")
    expect_status(team.ask("POST", "/commentary", body), 403, "a comment of a team")
    for key, value in {"id": "1", "time": now(), "source_id": "x", "message": None, "tags": None, "team_ids": ["none"],
                       "problem_ids": ["none"], "submission_ids": ["none"]}.items():
        expect_status(judge.ask("POST", "/commentary", dict(body, **{key: value})), 400, f"{key} of a comment")


# ---- the clock, errors, the whole ----


def check_clock(admin, team):
    expect_status(team.ask("PATCH", "", {"id": "contest", "start_time": None}), 403, "the clock of a team")
    for body, status in (({"start_time": now(600)}, 400), ({"id": "other", "start_time": now(600)}, 409), ({"id": "contest"}, 400),
                         ({"id": "contest", "start_time": "soon"}, 400), ({"id": "contest", "start_time": now(600)}, 403),
                         ({"id": "contest", "scoreboard_thaw_time": None}, 400), ({"id": "contest", "scoreboard_thaw_time": now()}, 403)):
        expect_status(admin.ask("PATCH", "", body), status, f"PATCH of {body}")


def check_errors(nobody):
    for path, status in (("/doesnt-exist", 404), ("/doesnt-exist/42", 404), ("/submissions/999999", 404), ("/submissions/XYZ_999", 404),
                         ("/event-feed?since_id=999999", 400), ("/event-feed?since_id=xY-99_", 400), ("/event-feed?since_token=x", 400)):
        expect_status(nobody.ask("GET", path), status, path)
    expect_status(nobody.ask("GET", "", root="/api/contests/doesnt-exist"), 404, "another contest")


def check_feed(account):
    """The last line about each object equals its endpoint."""
    reader = contests.Reader(account)
    reader.start()
    objects, token, lines = {}, "", []
    until = time.monotonic() + 60
    while time.monotonic() < until and (not lines or lines[-1]["token"] != token):
        token = lines[-1]["token"] if lines else ""
        time.sleep(1)
        lines = [json.loads(line) for line in list(reader.lines)]
    reader.done.set()
    for line in lines:
        objects[line["type"], line["id"]] = line["data"]
    for kind in ("submissions", "judgements", "runs", "clarifications", "awards", "commentary", "teams", "problems", "languages"):
        told = {key[1]: data for key, data in objects.items() if key[0] == kind and data is not None}
        asked = {item["id"]: item for item in account.get("/" + kind)}
        expect(told == asked, f"{kind} of the feed are\n{told}\nand not\n{asked}")
    expect(objects["contest", None] == account.get("") and objects["state", None] == account.get("/state"), "contest or state differ")


def png(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + b"\x40" * width for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def jpeg(width, height, frame=0xC0):
    """The headers of a photo: EXIF, tables, fill bytes and the frame."""
    def segment(marker, data):
        return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data
    return (b"\xff\xd8" + segment(0xE1, b"Exif\0\0" + b"\xff\xc0" * 30) + segment(0xC4, b"\1" * 20) + b"\xff"
            + segment(frame, struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0") + b"\xff\xd9")


IMAGES = {  # file: (content, width, height)
    "contest/banner.png": (png(40, 10), 40, 10),
    "contest/logo.jpg": (jpeg(33, 44, 0xC2), 33, 44),
    "organizations/kth/logo.svg": (b'<?xml version="1.0"?>\n<svg xmlns="x" stroke-width="3" viewBox="0 0 300 200.4"/>', 300, 200),
    "organizations/kth/country_flag.svg": (b"<svg width='64px' height='48'></svg>", 64, 48),
    "teams/team1/photo.jpeg": (jpeg(640, 480), 640, 480),
    "persons/ada/photo.png": (png(3, 5), 3, 5),
}


def add_images(contest):
    for name, (content, _, _) in IMAGES.items():
        (contest / name).parent.mkdir(parents=True, exist_ok=True)
        (contest / name).write_bytes(content)
    (contest / "organizations.yaml").write_text("- {id: kth, name: KTH}\n")
    (contest / "persons.yaml").write_text("- {id: ada, name: Ada, role: contestant, team_ids: [team1]}\n")


def files_of(value):
    """All FILE objects in a value of the API."""
    if isinstance(value, dict):
        if "href" in value:
            yield value
        for inner in value.values():
            yield from files_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from files_of(inner)


def fetch(account, href):
    connection = contests.http.client.HTTPConnection("127.0.0.1", account.server.port, timeout=60)
    connection.request("GET", "/api/" + href, headers=account.headers)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, answer.getheader("Content-Type"), content


def check_files(admin):
    """The server serves every href of the API, and images have their size."""
    found = set()
    for path in ("", "/problems", "/teams", "/organizations", "/persons", "/submissions"):
        for file in files_of(admin.get(path)):
            status, kind, content = fetch(admin, file["href"])
            expect(status == 200 and kind.split(";")[0] == file["mime"], f"{file}: {status} {kind}")
            image = [name for name, (other, _, _) in IMAGES.items() if other == content]
            if file["mime"].startswith("image/"):
                expect((file.get("width"), file.get("height")) == IMAGES[image[0]][1:], f"the size of {image}: {file}")
            found.update(image)
    expect(found == set(IMAGES), f"files without an href: {set(IMAGES) - found}")
    for path in ("banner/other.png", "logo/banner.png", "banner/..%2Fcontest.yaml"):
        expect(fetch(admin, f"contests/contest/{path}")[0] in (400, 404), f"{path} is served")


def check_all(server, admin, judge, team, guest, nobody):
    check_tokens(server, admin, team, nobody)
    check_access(admin, judge, team, nobody)
    made = check_team_submits(team, judge, nobody)
    check_admin_submits(admin)
    check_forms(team, judge)
    check_live(team, admin)
    check_clarifications(admin, judge, team, guest, nobody)
    check_awards(admin, judge, team, nobody)
    check_commentary(judge, team, nobody, made["id"])
    check_clock(admin, team)
    check_errors(nobody)
    check_files(admin)
    contests.await_judgements(admin)
    for account in (admin, judge, team, guest, nobody):
        check_feed(account)


def add_group(contest):
    """The team team2 is in a group "guests" as well."""
    with open(contest / "groups.yaml", "a", encoding="utf-8") as groups:
        groups.write("- {id: guests, name: Guests}\n")
    teams = (contest / "teams.yaml").read_text()
    parts = teams.partition("- id: team2\n")
    (contest / "teams.yaml").write_text(parts[0] + parts[1] + parts[2].replace("[participants]", "[participants, guests]", 1))


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-api-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        passwords = contests.write_contest(assay, folder)
        add_group(folder / "contest")
        add_images(folder / "contest")
        server = contests.Server(assay, folder, None)
        server.passwords, server.folder = passwords, folder
        admin, judge, team, guest = (Account(server, name, passwords[name]) for name in ("admin", "judge", "team1", "team2"))
        nobody = Account(server)
        try:
            check_all(server, admin, judge, team, guest, nobody)
            server.stop()
        finally:
            server.kill()
            sys.stderr.write((folder / "serve.log").read_text())


if __name__ == "__main__":
    main(sys.argv[1])
