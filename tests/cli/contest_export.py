#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""assay contest export, on both back ends: of a contest that was never served, of a running one and of one that is over. The Contest
Package has everything that a resolver needs, the packages and submissions are complete, and contest import makes an equal folder from it,
or from an archive.

usage: contest_export.py ASSAY [postgresql]
"""
import csv
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import publishing  # noqa: E402

# The configuration of the contest; the others describe its events.
CONFIGURATION = ("api", "contest", "judgement-types", "languages", "problems", "groups", "organizations", "teams", "persons", "accounts")
RESULTS = ("state", "submissions", "judgements", "runs", "clarifications", "awards", "commentary", "scoreboard")
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x40\0\0\0\x20" + b"\x08\x06\0\0\0"


def expect(condition, text):
    if not condition:
        sys.exit(text)


def write_contest(folder, passwords):
    """Over for an hour, so that an admin's submissions can have any time of it."""
    start = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 3 * 3600))
    (folder / "contest.yaml").write_text(
        f"id: spring\nname: Spring\nformal_name: The Spring Contest\nstart_time: {start}\nduration: 2:00:00\n"
        "scoreboard_freeze_duration: 0:30:00\npenalty_time: 10\nlogo: our logo.png\nfeedback: full\npractice: true\n"
        "languages: [python3, c]\nlimits: {submissions_per_minute: unlimited}\n"
        "rules: {medals: {gold: 1, silver: 1, bronze: 0}, total_time: last}\n")
    (folder / "problems.yaml").write_text(f"- {{id: sum, label: Q, rgb: '#ff0000', color: red, package: {folder.parent}/sum, "
                                          "feedback: groups, languages: [python3], attachments: [notes.txt]}\n")
    (folder / "groups.yaml").write_text("- {id: men, name: Everybody, icpc_id: '7'}\n- {id: jury, name: Jury, hidden: true}\n")
    (folder / "organizations.yaml").write_text("- {id: kth, name: KTH, country: SWE, logo: {filename: logo.64x32.png, tag: [dark]}}\n")
    (folder / "teams.yaml").write_text(
        "- {id: a, name: Ånne, icpc_id: '101', organization_id: kth, group_ids: [men], photo: [photo.png]}\n"
        "- {id: b, name: Bob, icpc_id: '102', group_ids: [men]}\n- {id: c, name: Cy, group_ids: [men], hidden: true}\n"
        "- {id: j, name: Judges, group_ids: [jury]}\n")
    (folder / "persons.yaml").write_text("- {id: p1, name: Ann, role: contestant, team_ids: [a], email: ann@example.org}\n")
    accounts = [{"username": "admin", "type": "admin", "password": "password-admin"}]
    accounts += [{"username": f"team-{team}", "type": "team", "team_id": team, "password": f"password-{team}"} for team in "abcj"]
    accounts += [{"username": "desk", "type": "team", "team_id": "b", "ip": "192.0.2.7"}]
    (folder / "accounts.yaml").write_text(json.dumps(accounts))
    (folder / "accounts.yaml").chmod(0o600)
    for path in ("contest/our logo.png", "organizations/kth/logo.64x32.png", "teams/a/photo.png"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(PNG)
    (folder / "problems/sum").mkdir(parents=True)
    (folder / "problems/sum/notes.txt").write_text("Read them.\n")
    passwords["admin"] = "password-admin"


class Package:
    """A Contest Package in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def __getitem__(self, name):
        return json.loads((self.folder / f"{name}.json").read_text())

    def feed(self):
        return [json.loads(line) for line in (self.folder / "event-feed.ndjson").read_text().splitlines()]


def export(assay, folder, to, *options):
    """The standard error of the command."""
    done = subprocess.run([assay, "contest", "export", folder, "-o", to, *options], capture_output=True, text=True, timeout=300)
    expect(done.returncode == 0, f"export {to}: {done.stderr}")
    return done.stderr


def check_references(package):
    """Referential integrity, and a file for each FILE."""
    ids = {name: {item["id"] for item in package[name]} for name in CONFIGURATION + RESULTS
           if name not in ("api", "contest", "state", "scoreboard")}
    links = [("teams", "organization_id", "organizations"), ("teams", "group_ids", "groups"), ("accounts", "team_id", "teams"),
             ("persons", "team_ids", "teams"), ("submissions", "team_id", "teams"), ("submissions", "problem_id", "problems"),
             ("submissions", "language_id", "languages"), ("judgements", "submission_id", "submissions"),
             ("judgements", "judgement_type_id", "judgement-types"), ("runs", "judgement_id", "judgements"),
             ("awards", "team_ids", "teams"), ("commentary", "team_ids", "teams"),
             ("commentary", "submission_ids", "submissions"), ("commentary", "problem_ids", "problems")]
    for name, key, other in links:
        for item in package[name]:
            for value in item.get(key) if isinstance(item.get(key), list) else [item.get(key)]:
                expect(value is None or value in ids[other], f"{name}: {key} {value} is not in {other}")
    count = 0
    for name in ("contest", "problems", "organizations", "teams", "persons", "submissions"):
        for item in [package[name]] if name == "contest" else package[name]:
            at = package.folder / name / ("" if name == "contest" else item["id"])
            for value in item.values():
                for file in value if isinstance(value, list) and value and isinstance(value[0], dict) else []:
                    expect((at / file["filename"]).is_file(), f"{at / file['filename']} is missing")
                    count += 1
    return count


def check_new(assay, folder):
    """The contest was never served: the export has its configuration."""
    note = export(assay, folder / "contest", folder / "new")
    package = Package(folder / "new")
    expect("results.tsv: the contest is not finalised" in note, f"no word of the results: {note}")
    expect(check_references(package) == 5, "files are missing")
    expect(package["submissions"] == [] and not (folder / "contest/contest.db").exists(), "a store was made")
    expect(package["contest"]["name"] == "Spring" and package["contest"]["feedback"] == "full", f"contest: {package['contest']}")
    text = "".join(path.read_text() for path in (folder / "new").glob("*.json"))
    expect("password-" not in text, "passwords are exported")
    expect((folder / "new").stat().st_mode & 0o77 == 0, "everybody can read the export")


def check_equal(assay, folder, name):
    """Import and export again: the same configuration, and the same tests."""
    other = folder / f"{name}-imported"
    done = subprocess.run([assay, "contest", "import", other, folder / name], capture_output=True, text=True, timeout=300)
    expect(done.returncode == 0 and "0 errors, 0 warnings" in done.stdout, f"import: {done.stdout}{done.stderr}")
    export(assay, other, folder / f"{name}-again")
    first, second = Package(folder / name), Package(folder / f"{name}-again")
    for part in CONFIGURATION:
        expect(first[part] == second[part], f"{part} differs: {first[part]} / {second[part]}")
    for path in sorted((folder / name).glob("**/*")):
        at = path.relative_to(folder / name)
        if path.is_file() and len(at.parts) > 1 and at.parts[0] not in RESULTS:
            expect(path.read_bytes() == (folder / f"{name}-again" / at).read_bytes(), f"{at} differs")


def submit(admin, team, verdict, minute, name=None):
    """`name`: its id in the request."""
    start = admin.get("")["start_time"]
    begin = time.mktime(time.strptime(start[:19], "%Y-%m-%dT%H:%M:%S")) - time.timezone
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(begin + minute * 60))
    body = {"problem_id": "sum", "language_id": "python3", "team_id": team, "time": at,
            "files": [{"data": contests.archive(contests.PROGRAMS[verdict])}]}
    status, answer = admin.request("PUT", f"/submissions/{name}", body | {"id": name}) if name else admin.request("POST", "/submissions", body)
    expect(status == 201, f"a submission of {team} is refused: {answer}")


def add_of_jury(admin):
    """The changes that an admin may make by the API: an award in place of a computed one, none in place of another, one more, a comment."""
    gold = {"id": "gold-medal", "citation": "Gold for both", "team_ids": ["a", "b"]}
    expect(admin.request("PUT", "/awards/gold-medal", gold) == (200, gold), "the award is not set")
    admin.request("DELETE", "/awards/group-winner-men")
    own = {"id": "loudest", "citation": "The loudest team", "team_ids": ["c"]}
    expect(admin.request("POST", "/awards", {key: own[key] for key in ("citation", "team_ids")})[0] == 201, "an award is refused")
    comment = {"message": "Cy was first, unseen", "tags": ["fun"], "team_ids": ["c"], "submission_ids": ["site-7"], "problem_ids": ["sum"]}
    status, answer = admin.request("POST", "/commentary", comment)
    expect(status == 201, f"a comment is refused: {answer}")
    ids = {award["id"] for award in admin.get("/awards")}
    expect("group-winner-men" not in ids and "gold-medal" in ids, f"awards: {ids}")


def check_running(assay, folder, admin, options):
    for team, verdict, minute in (("a", "WA", 10), ("a", "AC", 30), ("b", "AC", 100), ("c", "AC", 20), ("j", "RTE", 110)):
        submit(admin, team, verdict, minute)
    submit(admin, "c", "WA", 15, "site-7")
    contests.await_judgements(admin)
    add_of_jury(admin)
    note = export(assay, folder / "contest", folder / "running", *options)
    expect("not finalised" in note, f"no word that results may change: {note}")
    package = Package(folder / "running")
    for part in RESULTS:
        if part != "scoreboard":
            expect(package[part] == admin.get(f"/{part}"), f"{part} is not as the API has it")
    expect(package["scoreboard"]["rows"] == admin.get("/scoreboard")["rows"], "the board is not as the API has it")


def end(server, admin, password):
    """Thaws and finalises, as the jury does in a browser. Before it, a submission is made that the jury ignores, and one after the end."""
    submit(admin, "b", "WA", 112, "ignored")
    submit(admin, "b", "WA", 150)
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
    import serve  # pylint: disable=import-outside-toplevel
    jury = serve.Browser(server)
    expect(jury.log_in("admin", password)[0] == 303, "the admin cannot log in")
    status, text, _ = jury.post("/jury/submissions/7/ignore", "/jury/submissions/7", ignored="1")
    expect(status == 303, f"ignoring a submission: {status} {text}")
    for action in ("thaw", "finalise"):
        status, text, _ = jury.post("/jury/clock", "/jury/clock", action=action, sure="1")
        expect(status == 303, f"{action}: {status} {text}")
    serve.await_text(jury, "/api/contests/spring/state", '"end_of_updates":"2')


def check_resolver(package):
    """The requirements of the resolver of the ICPC tools. The feed is that of an admin, and its last line is the end of the updates. Each
    submission is judged with a type that was declared before, and each object precedes references to it."""
    feed = package.feed()
    expect(feed[-1]["type"] == "state" and feed[-1]["data"]["end_of_updates"], f"the feed ends with {feed[-1]}")
    seen, judged = {}, {}
    for event in feed:
        kind, data = event["type"], event["data"]
        if kind in ("contest", "state"):
            continue
        if data is None:
            seen[kind].discard(event["id"])
            judged.pop(event["id"] if kind == "submissions" else None, None)
            continue
        for item in [data] if event["id"] is not None else data:
            seen.setdefault(kind, set()).add(item["id"])
            for key, other in (("team_id", "teams"), ("problem_id", "problems"), ("language_id", "languages"),
                               ("submission_id", "submissions"), ("judgement_type_id", "judgement-types")):
                value = item.get(key)
                expect(value is None or value in seen.get(other, set()), f"{kind} {item['id']}: {key} {value} comes later")
            if kind == "judgements" and item.get("judgement_type_id"):
                judged[item["submission_id"]] = item["judgement_type_id"]
    for kind in ("judgement-types", "languages", "problems", "groups", "organizations", "teams", "submissions", "judgements", "awards"):
        expect(seen.get(kind), f"the feed has no {kind}")
    expect(judged.keys() == seen["submissions"], f"submissions without a judgement: {seen['submissions'] - judged.keys()}")
    for kind in ("submissions", "judgements", "teams", "problems"):
        expect(seen[kind] == {item["id"] for item in package[kind]}, f"{kind} of the feed are not those of {kind}.json")


def check_feed(package):
    """At its end the feed agrees with the documents."""
    last = {}
    for event in package.feed():
        kind, data = event["type"], event["data"]
        if event["id"] is not None:
            last.setdefault(kind, {}).pop(event["id"], None)
            if data is not None:
                last[kind][event["id"]] = data
        elif isinstance(data, list):
            last[kind] = {item["id"]: item for item in data}
    for kind in ("judgements", "runs", "clarifications", "awards", "commentary", "accounts"):
        items = {item["id"]: item for item in package[kind]}
        expect(last.get(kind, {}) == items, f"{kind} of the feed: {last.get(kind)}, of the document: {items}")
    expect([comment["team_ids"] for comment in package["commentary"]] == [["c"]], "the comment is not exported")
    expect("site-7" in {item["id"] for item in package["submissions"]}, "the submission with a given id is not exported")


def check_results(package):
    rows = list(csv.reader(io.StringIO((package.folder / "results.tsv").read_text()), delimiter="\t", quoting=csv.QUOTE_NONE))
    expect(rows == [["results", "1"], ["101", "1", "Gold Medal", "1", "40", "30", ""],
                    ["102", "2", "Gold Medal", "1", "100", "100", ""]], f"results.tsv: {rows}")
    awards = {award["id"]: award["team_ids"] for award in package["awards"]}
    expect(awards["winner"] == ["a"] and awards["silver-medal"] == ["b"] and awards["first-to-solve-sum"] == ["a"], f"awards: {awards}")


def check_hidden(assay, folder, options):
    """The folder no longer has the problem."""
    other = folder / "other"
    shutil.copytree(folder / "contest", other)
    (other / "problems/sum").rename(other / "problems/new")
    (other / "problems.yaml").write_text((other / "problems.yaml").read_text().replace("id: sum", "id: new"))
    done = subprocess.run([assay, "contest", "export", other, "-o", folder / "hidden", *options], capture_output=True, text=True, timeout=300)
    expect("1 problem, 0 submissions; 8 of a team or problem that the folder does not have are left out; final\n" in done.stdout,
           f"the command counts {done.stdout}{done.stderr}")
    if options:
        return
    configuration = other / "contest.yaml"
    configuration.write_text(configuration.read_text().replace("scoreboard_freeze_duration: 0:30:00", "scoreboard_freeze_duration: 0:20:00"))
    done = subprocess.run([assay, "contest", "check", other], capture_output=True, text=True, timeout=300)
    for warning in ("8 submissions are hidden, because the folder does not have their problems or teams",
                    "scoreboard_freeze_duration is 0:30:00.000, not 0:20:00.000"):
        expect("contest.db: warning: " in done.stdout and warning in done.stdout, f"check: {done.stdout}{done.stderr}")


def check_ended(assay, folder, options):
    """A stopped server left it."""
    expect(export(assay, folder / "contest", folder / "ended", *options) == "", "a note about a contest that is final")
    package = Package(folder / "ended")
    expect(check_references(package) == 5 + 6, "files are missing")
    expect(len(package["submissions"]) == 6 and "ignored" not in {item["id"] for item in package["submissions"]}, "an ignored submission is exported")
    done = subprocess.run([assay, "contest", "export", folder / "contest", "-o", folder / "counted", *options], capture_output=True, text=True,
                          timeout=300)
    expect("1 problem, 6 submissions; 1 ignored is left out; 1 made after the end is left out; final\n" in done.stdout, f"the command counts {done.stdout}")
    check_hidden(assay, folder, options)
    check_resolver(package)
    check_feed(package)
    check_results(package)
    with zipfile.ZipFile(folder / "ended/submissions/2/files.zip") as files:
        expect(files.read("main.py").decode() == contests.PROGRAMS["AC"], "the files of a submission differ")
    export(assay, folder / "contest", folder / "spring.zip", *options)
    with zipfile.ZipFile(folder / "spring.zip") as files:
        for path in sorted((folder / "ended").glob("**/*")):
            if path.is_file():
                expect(files.read(str(path.relative_to(folder / "ended"))) == path.read_bytes(), f"{path} differs in the archive")
    expect((folder / "spring.zip").stat().st_mode & 0o77 == 0, "everybody can read the archive")


def check_killed(assay, folder, options):
    """An export that is killed while it writes leaves nothing under its name; the next one removes what it left."""
    target = folder / "killed"
    for _ in range(40):
        exporting = subprocess.Popen([assay, "contest", "export", folder / "contest", "-o", target, *options], stdout=subprocess.DEVNULL)
        while exporting.poll() is None and not target.exists() and not list(folder.glob(".assay-import-*")):
            pass
        exporting.kill()
        if exporting.wait(60) != 0:
            break
        shutil.rmtree(target)
    expect(exporting.returncode == -9, "no export was killed")
    expect(not target.exists(), f"a killed export left {target.exists() and list(target.iterdir())}")
    export(assay, folder / "contest", target, *options)
    expect(check_references(Package(target)) == 5 + 6, "files are missing after a killed export")
    expect(not list(folder.glob(".assay-import-*")), "the next export left the files of a killed one")


def link(name, to):
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, 0o120777 << 16
    return info, to


def check_archives(assay, folder):
    """A zipped Contest Package is imported, with its files at the top or in a folder; one that leads out of its folder is not."""
    with zipfile.ZipFile(folder / "in-folder.zip", "w") as files:
        for path in sorted((folder / "ended").glob("**/*")):
            files.write(path, pathlib.Path("spring") / path.relative_to(folder / "ended"))
    for name in ("spring", "in-folder"):
        other = folder / f"{name}-imported"
        done = subprocess.run([assay, "contest", "import", other, folder / f"{name}.zip"], capture_output=True, text=True, timeout=300)
        expect(done.returncode == 0 and "0 errors, 0 warnings" in done.stdout, f"import {name}: {done.stdout}{done.stderr}")
        export(assay, other, folder / f"{name}-again")
        for part in CONFIGURATION:
            expect(Package(folder / "ended")[part] == Package(folder / f"{name}-again")[part], f"{part} differs")
    package = {"contest.json": '{"id": "x", "duration": "1:00:00"}', "problems.json": "[]"}
    for entries, text in (
            ({}, "has no contest.json"),
            (package | {"../evil": "x"}, "evil"),
            (package | {"/tmp/evil": "x"}, "evil"),
            (package | dict([link("contest/logo.png", "/etc/passwd")]), "logo.png"),
            (package | {"teams.json": "0" * (1 << 28)}, "ratio")):
        with zipfile.ZipFile(folder / "bad.zip", "w", zipfile.ZIP_DEFLATED) as files:
            for name, data in (entries or {"readme": ""}).items():
                files.writestr(name, data)
        done = subprocess.run([assay, "contest", "import", folder / "bad", folder / "bad.zip"], capture_output=True, text=True, timeout=300)
        expect(done.returncode == 3 and text in done.stderr, f"an archive with {list(entries)}: {done.returncode} {done.stderr}")
        expect(not (folder / "bad").exists() or not list((folder / "bad").iterdir()), "a part of a bad archive is left")
    expect(not pathlib.Path("/tmp/evil").exists() and not (folder / "evil").exists(), "a file was written elsewhere")


def check_refusals(assay, folder):
    for arguments, status, text in (
            ([folder / "contest"], 2, "missing option -o OUT, --board, --results or --submissions"),
            (["-o", "x"], 2, "missing argument DIR"),
            ([folder / "contest", "-o", folder / "ended"], 2, "the folder has files; name a new one"),
            ([folder / "contest", "-o", folder / "none/x.zip"], 2, "none"),
            ([folder / "contest", "-o", "x", "--store", "mysql:x"], 2, "--store"),
            ([folder / "none", "-o", "x"], 3, "none")):
        done = subprocess.run([assay, "contest", "export", *arguments], capture_output=True, text=True, timeout=120)
        expect(done.returncode == status and text in done.stderr, f"{arguments}: {done.returncode} {done.stderr}")


def run(assay, folder, database):
    passwords = {}
    contests.write_package(folder / "sum")
    (folder / "contest").mkdir()
    write_contest(folder / "contest", passwords)
    check_new(assay, folder)
    check_equal(assay, folder, "new")
    options = ["--store", database.url] if database.url else []
    server = contests.Server(assay, folder, database.url)
    admin = contests.Client(server, "spring", "admin", passwords["admin"])
    check_running(assay, folder, admin, options)
    check_equal(assay, folder, "running")
    publishing.check_preliminary(assay, folder, options)
    end(server, admin, passwords["admin"])
    server.stop()
    check_ended(assay, folder, options)
    publishing.check_final(assay, folder, options, contests.PROGRAMS["AC"])
    check_killed(assay, folder, options)
    check_equal(assay, folder, "ended")
    check_archives(assay, folder)
    check_refusals(assay, folder)


def main(assay, store="sqlite"):
    with tempfile.TemporaryDirectory(prefix="assay-export-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        database = contests.Database(folder, store == "postgresql")
        try:
            run(assay, folder, database)
        finally:
            database.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
