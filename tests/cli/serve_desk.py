#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Clarifications of a running contest with two members of the jury: claims and answers at the same time, texts that stay on the page after a
refusal, categories, quoted questions, and the Contest API. Also the jury that looks at the site as a team, and submissions that are compared.

usage: serve_desk.py ASSAY
"""
import concurrent.futures
import html
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
from serve import Browser, expect, submit  # noqa: E402

PASSWORD = "desk-password"
JURY = {"judge1": "judge", "judge2": "judge", "watcher": "analyst"}


def write_desk(folder):
    with (folder / "accounts.yaml").open("a") as file:
        file.write("".join(f"- {{username: {name}, password: {PASSWORD}, type: {kind}}}\n" for name, kind in JURY.items()))
    # Large files may be submitted.
    for package in (folder.parent / "sum/problem.yaml", *folder.glob("**/problem.yaml")):
        package.write_text(package.read_text().replace("time_limit: 5}", "time_limit: 5, code: 1000}"))
    with (folder / "teams.yaml").open("a") as file:
        file.write("- {id: lone, name: Lone, label: lone}\n")
    file = folder / "contest.yaml"
    file.write_text(file.read_text().replace("limits: {", "limits: {clarifications_per_minute: unlimited, ")
                    + "clarifications: {categories: [Technical, Room], answers: [No comment.]}\n")


def log_in(server, name):
    browser = Browser(server)
    expect(browser.log_in(name, server.passwords.get(name, PASSWORD))[0] == 303, f"{name} cannot log in")
    return browser


def ask(team, text, problem=""):
    """The number of the question."""
    status, page, _ = team.post("/clarifications", "/clarifications", text=text, problem=problem)
    expect(status == 303, f"the question '{text}': {status}: {page}")
    return max(int(number) for number in re.findall(r'id="clarification-(\d+)"', team.get("/clarifications")[1]))


def seen(browser, number):
    """The hidden fields of the form for a question, as the page shows them now."""
    page = browser.get(f"/jury/clarifications/{number}")[1]
    return {name: html.unescape(value) for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page)
            if name in ("csrf", "replies", "answered", "claimed")} | {"csrf": browser.token(f"/jury/clarifications/{number}")}


def send(browser, number, fields, **more):
    """The status and the page."""
    return browser.request("POST", f"/jury/clarifications/{number}", dict(fields, **more))[:2]


def check_conflicts(server, judges):
    """Of two members of the jury, the second one is told who was first, and keeps the text."""
    team = log_in(server, "team1")
    for action, text in (("claim", "claimed"), ("answer", "answered")):
        number = ask(team, f"Who is quicker to {text}?", "sum")
        forms = [dict(seen(judge, number), action=action, to="team:team1", text="Typed <b>for a long time" if action == "answer" else "") for judge in judges]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda judge, form: send(judge, number, form), judges, forms))
        expect(sorted(status for status, _ in answers) == [303, 422], f"two {action}: {[status for status, _ in answers]}")
        winner = next(name for name, (status, _) in zip(("judge1", "judge2"), answers) if status == 303)
        page = next(page for status, page in answers if status == 422)
        expect(f"Clarification {number} was {text} by {winner} (at " in page, f"who has {text} it? {page}")
        if action == "answer":
            expect("\nTyped &lt;b&gt;for a long time</textarea>" in page, "the typed text is lost")
    # After the page has shown the answer, a second answer is intended.
    expect(send(judges[0], number, seen(judges[0], number), to="team:team1", text="Once more.")[0] == 303, "a second answer")


def check_typed(server, judge):
    """Every refusal keeps the text, also that of a team and of an announcement."""
    team = log_in(server, "team2")
    number = ask(team, "Hm?")
    bad = "bell \x07 <i>"
    for path, form, fields in (("/clarifications", team, {}),
                               (f"/jury/clarifications/{number}", judge, {"to": "team:team2"}),
                               ("/jury/clarifications", judge, {"to": "all", "problem": "category:Room"})):
        status, page, _ = form.post(path, path, text=bad, **fields)
        expect(status == 422 and "&lt;i&gt;</textarea>" in page, f"{path} with a control character: {status}: {page}")
    expect('<option value="category:Room" selected>' in page and '<option value="all" selected>' in page, f"the fields: {page}")
    for problem in ("nothing", "category:Nothing"):
        status, page, _ = team.post("/clarifications", "/clarifications", text="My text.", problem=problem)
        expect(status == 422 and "My text.</textarea>" in page and "is unknown" in page, f"the subject {problem}: {status}")
    # A text that was typed before another button is pressed stays, too.
    status, page = send(judge, number, seen(judge, number), action="claim", text="Half an answer")
    expect(status == 200 and "Half an answer</textarea>" in page and "Claimed by" in page, f"claimed with a text: {status}")
    for action in ("burn", "Claim"):
        expect(send(judge, number, seen(judge, number), action=action)[0] == 422, f"the action {action}")
    expect(judge.request("POST", "/jury/clarifications/999", {"csrf": judge.token("/jury/clarifications"), "action": "claim"})[0] == 404, "no question")
    expect(send(log_in(server, "watcher"), number, {"csrf": "0" * 64, "action": "claim"})[0] == 403, "an analyst claims")


def check_quote(server, judge):
    """An answer to all quotes the question, and never names the team."""
    asker, other = log_in(server, "team3"), log_in(server, "team4")
    number = ask(asker, "Is <n> even?\nAnd m?", "sum")
    page = f"/jury/clarifications/{number}"
    expect(judge.post(page, page, to="all", quote="1", text="n is.")[0] == 303, "an answer to all")
    text = other.get("/clarifications")[1]
    expect("&gt; Is &lt;n&gt; even?\n&gt; And m?\n\nn is." in text and "/teams/team3" not in text, f"a quoted question: {text}")
    expect(judge.post(page, page, to="team:team3", quote="1", text="Only you.")[0] == 303, "an answer to the team")
    text = asker.get("/clarifications")[1]
    expect(text.count("&gt; Is &lt;n&gt;") == 1, "an answer to the team only quotes the question")
    status, text, _ = judge.post(page, page, to="all", quote="1", text="x" * 9999)
    expect(status == 422 and "x" * 9999 + "</textarea>" in text, f"a long answer with a quotation: {status}")


def check_queue(server, judge):
    team = log_in(server, "team1")
    number = ask(team, "It is cold.", "category:Room")
    page = judge.get("/jury/clarifications?state=open&subject=category%3ARoom")[1]
    expect("It is cold." in page and "Room</bdi>" in page and "Hm?" not in page, "the queue of a subject")
    expect(send(judge, number, seen(judge, number), action="close")[0] == 303, "no answer is needed")
    expect("It is cold." not in judge.get("/jury/clarifications?state=open")[1], "a closed question is open")
    expect(send(judge, number, seen(judge, number), action="reopen")[0] == 303, "it is reopened")
    expect("It is cold." in judge.get("/jury/clarifications?state=open")[1], "a reopened question is not open")
    audit = judge.get("/jury/audit")[1]
    for part in ("Claim <a", "No answer needed: <a", "Reopen <a", "<bdi>judge1</bdi></th>"):
        expect(part in audit, f"the audit log lacks {part}")


def check_api(server, judge):
    clients = {name: contests.Client(server, "contest", name, password) for name, password in
               (("team1", server.passwords["team1"]), ("judge1", PASSWORD), ("admin", server.passwords["admin"]))}
    for body, status in (({"text": "By API", "category": "Technical"}, 201), ({"text": "No", "category": "Nothing"}, 400), ({"text": "No", "category": 3}, 400),
                         ({"text": "No", "category": "Room", "problem_id": "sum"}, 400)):
        found, answer = clients["team1"].request("POST", "/clarifications", body)
        expect(found == status, f"{body}: {found}: {answer}")
        made = answer if found == 201 else made
    expect(made["category"] == "Technical", f"the category: {made}")
    expect(send(judge, made["id"], seen(judge, made["id"]), action="claim")[0] == 303, "a question of the API cannot be claimed")
    for name, claimed in (("team1", None), ("judge1", "judge1"), ("admin", "judge1")):
        found = clients[name].get(f"/clarifications/{made['id']}")
        expect(found.get("claimed_by") == claimed and found["category"] == "Technical", f"{name} sees {found}")
    access = {one["type"]: one["properties"] for one in clients["team1"].get("/access")["endpoints"]}
    expect("category" in access["clarifications"] and "claimed_by" not in access["clarifications"], f"{access['clarifications']}")


# ---- as a team ----


def main_of(browser, path):
    """The main part of a page, without the tokens of its forms."""
    status, page, _ = browser.get(path)
    expect(status == 200, f"{path}: {status}")
    return re.sub(r'(name="csrf" value=)"[0-9a-f]{64}"', r"\1", page[page.index("<main"):page.index("</main>")])


BANNER = "Nothing can be changed.</p>"


def check_read_only(server, judge):
    """Every form is refused, and every other method, also of the API."""
    token = judge.token("/clarifications")
    for path in ("/clarifications", "/jury/clarifications", "/jury/clarifications/1", "/jury/clock", "/jury/accounts/end", "/jury/teams/team2/as", "/print",
                 "/register", "/login", "/logout", "/jury/submissions/1/rejudge"):
        status, page, _ = judge.request("POST", path, {"csrf": token, "text": "Not mine.", "username": "team1", "password": server.passwords["team1"]})
        expect(status == 403 and "so nothing can be changed" in page and BANNER in page, f"POST {path} as a team: {status}: {page[-2000:]}")
    status, page, _ = submit(judge, contests.PROGRAMS["AC"])
    expect(status == 403 and "so nothing can be changed" in page, f"a submission as a team: {status}")
    for method, path in (("POST", "clarifications"), ("PUT", "clarifications/x"), ("POST", "submissions"), ("PATCH", ""), ("DELETE", "awards/x")):
        status, page, _ = judge.request(method, f"/api/contests/contest/{path}".rstrip("/"), body='{"text": "Not mine."}', headers={"Content-Type": "application/json"})
        expect(status == 403 and "it only reads" in page, f"{method} {path} of the API as a team: {status}: {page[-300:]}")
    expect("Not mine." not in judge.get("/clarifications")[1], "a question as a team")
    client = contests.Client(server, "contest", "judge1", PASSWORD)
    expect(client.request("POST", "/clarifications", {"text": "A program, not a browser."})[0] == 201, "the account's programs are refused")


def check_view(server, judges):
    """A judge sees exactly the pages of a team, changes nothing, and leaves its news unread."""
    judge, elsewhere, team = judges[0], log_in(server, "judge1"), log_in(server, "team1")
    for browser, path, status in ((team, "/jury/teams/team1/as", 403), (log_in(server, "watcher"), "/jury/teams/team1/as", 403), (judge, "/jury/teams/nobody/as", 404),
                                  (judge, "/jury/teams/lone/as", 422)):
        found = browser.post(path, "/teams/team1", to="all")[0]
        expect(found == status, f"{path}: {found}, not {status}")
    expect(judge.post("/jury/clarifications", "/jury/clarifications", to="team:team1", text="For you.")[0] == 303, "a message")
    news = team.get("/news")[1]
    expect('data-clarifications="0"' not in news, f"no news: {news}")
    expect(judge.post("/jury/teams/team1/as", "/teams/team1")[0] == 303, "a judge cannot look at the site as a team")
    for path in ("/clarifications", "/submissions", "/problems", "/submit", "/teams/team1", "/rules"):
        seen_by_judge = main_of(judge, path)
        expect(BANNER in judge.get(path)[1], f"{path} has no banner")
        if path == "/clarifications":
            expect(re.sub("<[^>]*times.*", "", team.get("/news")[1]) == re.sub("<[^>]*times.*", "", news), "the judge has read the news of the team")
        expect(seen_by_judge == main_of(team, path), f"{path} is not that of the team: {seen_by_judge}")
    for path in ("/jury", "/jury/clarifications", "/jury/audit", "/balloons"):
        status, page, _ = judge.get(path)
        expect(status == 403 and BANNER in page, f"{path} as a team: {status}")
    expect(elsewhere.get("/jury")[0] == 200, "another session of the judge")
    check_read_only(server, judge)
    # The log has it, so another server has it, too.
    server.kill()
    server.start()
    expect(BANNER in judge.get("/submissions")[1] and judge.get("/jury")[0] == 403, "after a restart of the server")
    expect("Look at the site as <a" in elsewhere.get("/jury/audit")[1], "the audit log lacks the begin")
    expect(judge.post("/as/end", "/submissions")[0] == 303, "it cannot be ended")
    expect(BANNER not in judge.get("/submissions")[1] and judge.get("/jury")[0] == 200, "it does not end")
    expect("No longer look at the site as <a" in judge.get("/jury/audit")[1], "the audit log lacks the end")


# ---- earlier submissions ----


def check_diff(server, judge):
    """A submission and an earlier one, by file, for the jury and the team itself."""
    team, other = log_in(server, "team2"), log_in(server, "team3")
    lines = [f"# line {number}\n" for number in range(40)]
    first = submit(team, "".join(lines) + contests.PROGRAMS["WA"])[2].rsplit("/", 1)[1]
    expect(submit(other, contests.PROGRAMS["AC"])[0] == 303, "a submission")
    lines[3] = "# <b>another line\n"
    second = submit(team, "".join(lines) + contests.PROGRAMS["AC"], "other.py")[2].rsplit("/", 1)[1]
    third = submit(team, "x = 1\n" * 60_000)[2].rsplit("/", 1)[1]
    expect(f'/submissions/{second}/diff">Compare with submission {first}</a>' in team.get(f"/submissions/{second}")[1], "no link to the comparison")
    for browser, base in ((team, "/submissions"), (judge, "/jury/submissions")):
        page = browser.get(f"{base}/{second}/diff")[1]
        for part in ('<span class="d gone"><span class="no">4</span>- # line 3\n', '<span class="d new"><span class="no">4</span>+ # &lt;b&gt;another line\n',
                     "main.py", "other.py", "changed</small>", "@@ line "):
            expect(part in page, f"{base}: the comparison lacks {part}: {page}")
        expect("# line 20\n" not in page, "a line far from the changes")
        expect(f'<option value="{first}">' in browser.get(f"{base}/{third}/diff")[1], "an earlier one to choose")
        expect("more than 300 kB" in browser.get(f"{base}/{third}/diff?with={first}")[1], "a large file")
        for path in (f"{first}/diff", f"{second}/diff?with={third}", f"{second}/diff?with={second}", f"{second}/diff?with=x", "999/diff"):
            expect(browser.get(f"{base}/{path}")[0] == 404, f"{base}/{path}: {browser.get(f'{base}/{path}')[0]}")
    expect(other.get(f"/submissions/{second}/diff")[0] == 404, "another team sees a comparison")
    expect(judge.get(f"/jury/submissions/{int(first) + 1}/diff")[0] == 404, "the first submission of a team")


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-desk-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        passwords = contests.write_contest(assay, folder)
        write_desk(folder / "contest")
        server = contests.Server(assay, folder, None)
        server.passwords = passwords
        judges = [log_in(server, "judge1"), log_in(server, "judge2")]
        check_conflicts(server, judges)
        check_typed(server, judges[0])
        check_quote(server, judges[0])
        check_queue(server, judges[0])
        check_api(server, judges[0])
        check_diff(server, judges[0])
        check_view(server, judges)
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1])
