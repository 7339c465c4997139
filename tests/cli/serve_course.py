#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A course from its folder to released marks: students hand in and see what the scheme permits, a killed server loses nothing that it
acknowledged, a teacher marks and releases, and `assay grade` gives the same marks to the same files. No student sees another's work.

usage: serve_course.py ASSAY
"""
import csv
import io
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
import ports  # noqa: E402
from serve import Browser, await_text, expect  # noqa: E402

STUDENTS = {"s1": "Ada Lovelace", "s2": "Bea <b>Bold</b>", "s3": "Cem Yılmaz"}
STAFF = {"t1": "teacher", "m1": "marker", "v1": "viewer"}
PASSWORD = "course-password"
RIGHT = "print(sum(map(int, input().split())))\n"
WRONG = "print(0)\n"

SCHEME = """title: Week one
total: 10
due: {due}
opens: 2026-01-05 08:00
hand_in: {{languages: [python3, c]}}
attempts: {{count: best, most: 4}}
feedback: {{at_once: verdict, after_due: groups, after_release: all}}
release: by hand
package: {package}
items:
  - {{id: adds, points: 6}}
  - {{id: style, points: 4, manual: true}}
"""


class Server:
    """assay serve of a course; it is killed and started again on the same port."""

    def __init__(self, assay, folder):
        self.command, self.port = [assay, "serve", folder, "--json"], ports.free_port()
        self.log = open(folder.parent / "serve.log", "a", encoding="utf-8")
        self.start()

    def start(self):
        self.process = subprocess.Popen([*self.command, "--listen", f"127.0.0.1:{self.port}"], stdout=subprocess.PIPE, stderr=self.log, text=True)
        if not self.process.stdout.readline():
            sys.exit("the server did not start: " + pathlib.Path(self.log.name).read_text())

    def end(self, how):
        self.process.send_signal(how)
        expect(self.process.wait(90) == (0 if how == signal.SIGTERM else -how), f"the server ended with {self.process.returncode}")


def make(assay, folder, package):
    """The folder of a course, which check accepts."""
    course = folder / "algo1"
    subprocess.run([assay, "course", "new", course, "--package", package, "--zone", "Europe/Berlin"], check=True, stdout=subprocess.DEVNULL)
    people = [f"{name},{STUDENTS[name]},{name}@example.org,{name},student,A" for name in STUDENTS]
    people += [f"{name},{role.title()},{name}@example.org,{name},{role}," for name, role in STAFF.items()]
    (course / "people.csv").write_text("id,name,email,username,role,section\n" + "\n".join(people) + "\n", encoding="utf-8")
    accounts = course / "accounts.yaml"
    accounts.write_text("".join(f"- {{id: {name}, password: {PASSWORD}}}\n" for name in [*STUDENTS, *STAFF]))
    accounts.chmod(0o600)
    write_scheme(course, package, "2099-10-05 23:59")
    done = subprocess.run([assay, "course", "check", course], capture_output=True, text=True)
    expect(done.returncode == 0, f"course check: {done.stdout}{done.stderr}")
    return course


def write_scheme(course, package, due):
    relative = os.path.relpath(package, course / "assignments")
    (course / "assignments/week1.yaml").write_text(SCHEME.format(package=relative, due=due))


def log_in(server, name):
    browser = Browser(server)
    status, page, _ = browser.request("POST", "/login", {"username": name, "password": PASSWORD, "next": "/"})
    expect(status == 303, f"{name} cannot log in: {status}: {page}")
    return browser


def hand_in(browser, files, **fields):
    """Files: name -> text. The status, the page and the address."""
    fields = dict({"csrf": browser.token("/a/week1"), "language": ""}, **fields)
    parts = [f'--x\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n' for key, value in fields.items()]
    parts += [f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n{text}\r\n' for name, text in files.items()]
    body = ("".join(parts) + "--x--\r\n").encode()
    return browser.request("POST", "/a/week1", body=body, headers={"Content-Type": "multipart/form-data; boundary=x"})


def check_students(server):
    """Returns the addresses of the hand-ins."""
    first, second = log_in(server, "s1"), log_in(server, "s2")
    home = first.get("/")[1]
    expect("Week one" in home and "/a/week1" in home, f"the assignments: {home}")
    page = first.get("/a/week1")[1]
    expect("best attempt counts" in page and "of 4 attempts used" in page, f"the assignment: {page}")
    # What would be judged is shown, and nothing is handed in.
    status, page, _ = hand_in(first, {"prog.py": RIGHT, "notes.pyc": "x"}, check="1")
    expect(status == 200 and "What would be judged" in page and "Python" in page and "notes.pyc" in page, f"the preview: {status}: {page}")
    expect("0</b> of 4 attempts used" in first.get("/a/week1")[1], "a preview counts as an attempt")
    # Refused hand-ins do not count.
    for files, why in (({}, "Choose a file"), ({"a.rs": "fn main() {}"}, "not allowed"), ({"a.py": "x" * (3 << 20)}, "Too large")):
        status, page, _ = hand_in(first, files)
        expect(status in (413, 422) and why in page, f"{list(files)}: {status}: {page[-2000:]}")
    expect("0</b> of 4 attempts used" in first.get("/a/week1")[1], "a refused hand-in counts as an attempt")
    addresses = []
    for browser, source, verdict in ((first, WRONG, "WA"), (first, RIGHT, "AC"), (second, WRONG, "WA")):
        status, page, address = hand_in(browser, {"prog.py": source})
        expect(status == 303 and address.startswith("/h/"), f"a hand-in: {status}: {page}")
        await_text(browser, f"{address}/fragment", f'class="verdict {verdict}"')
        addresses.append(address)
    # At once only the verdict is shown.
    expect("Tests accepted" not in second.get(addresses[2])[1], "more than the verdict is shown")
    receipt = first.get(addresses[1] + "/receipt")[1]
    expect("Attempt:    2" in receipt and "prog.py" in receipt, f"the receipt: {receipt}")
    # Nobody sees the work of others, nor the pages of teachers.
    for path in (addresses[0], addresses[0] + "/fragment", addresses[0] + "/files", addresses[0] + "/receipt"):
        expect(second.get(path)[0] == 404, f"another student sees {path}")
    for path in ("/class", "/class/week1", "/class/week1/marks.csv", "/class/week1/people/s1", "/class/audit", "/class/requests"):
        expect(second.get(path)[0] == 403, f"a student sees {path}")
    expect(Browser(server).get("/a/week1")[0] == 303, "without a log-in")
    return addresses


def check_killed(server, addresses):
    server.end(signal.SIGKILL)
    server.start()
    student = log_in(server, "s1")
    page = student.get("/a/week1")[1]
    expect(page.count("/h/") == 2 and 'class="verdict AC"' in page, f"after a kill: {page}")
    expect(student.get(addresses[1])[0] == 200, "a hand-in is lost")
    # An attempt that is killed while it is judged is judged afterwards, once.
    address = hand_in(student, {"prog.py": "import time\ntime.sleep(0.5)\n" + RIGHT})[2]
    server.end(signal.SIGKILL)
    server.start()
    await_text(student, f"{address}/fragment", 'class="verdict AC"')
    expect(log_in(server, "s1").get("/a/week1")[1].count('href="/h/') == 3, "a hand-in is there twice")


def await_row(browser, pattern):
    until = time.monotonic() + 60
    while time.monotonic() < until:
        page = browser.get("/class/week1")[1]
        if re.search(pattern, page, re.S):
            return page
        time.sleep(0.3)
    sys.exit(f"/class/week1 never has {pattern}: {page}")


def seen(browser, path, item):
    """The version that the form of an item shows."""
    found = re.search(rf'name="item" value="{item}">.*?name="seen" value="(\d+)"', browser.get(path)[1], re.S)
    expect(found, f"{path} has no form for {item}")
    return found[1]


def check_teachers(server):
    teacher, marker, viewer = (log_in(server, name) for name in STAFF)
    page = await_row(teacher, r"Ada Lovelace.*?<td class=\"number\">6</td>")
    expect("Bea &lt;b&gt;Bold&lt;/b&gt;" in page, "a name is not escaped")
    path = "/class/week1/people/s1"
    expect("print(sum" in marker.get(path)[1], "the source beside the marks")
    for browser, status in ((viewer, 403), (log_in(server, "s1"), 403)):
        form = browser.token("/password")
        expect(browser.request("POST", f"{path}/mark", {"csrf": form, "item": "style", "points": "4", "override": "0", "seen": "0"})[0] == status,
               "a viewer or student marks")
    # Two markers never overwrite each other in silence.
    version = seen(marker, path, "style")
    fields = {"item": "style", "override": "0", "seen": version, "text": "Fine <i>names</i>."}
    expect(marker.post(f"{path}/mark", path, points="3.5", **fields)[0] == 303, "a mark")
    status, page, _ = teacher.post(f"{path}/mark", path, points="1", **fields)
    expect(status == 422 and "changed meanwhile" in page, f"a second mark: {status}")
    expect(marker.post(f"{path}/mark", path, points="9", **dict(fields, seen=seen(marker, path, "style")))[0] == 422, "too many points")
    await_row(teacher, r"Ada Lovelace.*?<b class=\"points\">9.5</b>")
    # Without a release, students see no marks.
    student = log_in(server, "s1")
    expect("Your mark" not in student.get("/a/week1")[1], "marks before the release")
    expect(marker.post("/class/week1/release", path, release="1")[0] == 403, "a marker releases")
    expect(teacher.post("/class/week1/release", "/class/week1", release="1")[0] == 303, "the release")
    page = student.get("/a/week1")[1]
    expect('<b class="points">9.5</b> of 10' in page and "Fine &lt;i&gt;names&lt;/i&gt;." in page, f"the mark: {page}")
    expect(hand_in_refused(student), "a hand-in after the release")
    # A request to look again, once for an item, and its answer.
    fields = {"item": "style", "text": "Why not 4?"}
    expect(student.post("/a/week1/request", "/a/week1", **fields)[0] == 303, "a request")
    expect(student.request("POST", "/a/week1/request", dict(fields, csrf=student.token("/a/week1")))[0] == 422, "a second request")
    expect(teacher.post("/class/requests/0", "/class/requests", text="Long lines.")[0] == 303, "an answer")
    expect("Long lines." in student.get("/a/week1")[1], "the answer")
    audit = teacher.get("/class/audit")[1]
    for text in ("released the marks", "3.5", "answered a request"):
        expect(text in audit, f"the audit log lacks '{text}'")
    check_view(teacher)
    return list(csv.DictReader(io.StringIO(teacher.get("/class/week1/marks.csv")[1])))


def hand_in_refused(student):
    page = student.get("/a/week1")[1]
    return 'id="submit"' not in page and "nothing more is accepted" in page


def check_view(teacher):
    """A teacher looks at the site as a student, and changes nothing."""
    expect(teacher.post("/class/view/s2", "/password")[0] == 303, "as a student")
    page = teacher.get("/a/week1")[1]
    expect("looks at the site as" in page, f"as a student: {page}")
    expect(teacher.request("POST", "/a/week1/request", {"csrf": teacher.token("/a/week1"), "item": "style", "text": "x"})[0] == 403, "a change as a student")
    expect(teacher.post("/as/end", "/a/week1")[0] == 303 and teacher.get("/class")[0] == 200, "the end")


def check_grade(assay, folder, course, rows):
    """The same files by the other way in."""
    export = folder / "export"
    for name, source in (("s1", RIGHT), ("s2", WRONG)):
        (export / name).mkdir(parents=True)
        (export / name / "prog.py").write_text(source)
    subprocess.run([assay, "grade", course / "assignments/week1.yaml", export, "-o", folder / "marks", "--zone", "Europe/Berlin"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    graded = {row["id"]: row for row in csv.DictReader((folder / "marks/marks.csv").open())}
    for row in rows:
        if row["id"] in graded:
            expect(row["adds"] == graded[row["id"]]["adds"], f"{row['id']}: {row['adds']} on the site, {graded[row['id']]['adds']} by assay grade")
    expect({row["id"] for row in rows} == set(STUDENTS), f"the rows: {rows}")


def check_password(server):
    student = log_in(server, "s3")
    other = log_in(server, "s3")
    fields = {"now": PASSWORD, "new": "another-password", "again": "another-password"}
    expect(student.post("/password", "/password", **dict(fields, now="wrong-password"))[0] == 403, "a wrong password")
    expect(student.post("/password", "/password", **fields)[0] == 303, "a new password")
    expect(other.get("/")[0] == 303, "the other session goes on")
    expect(Browser(server).request("POST", "/login", {"username": "s3", "password": PASSWORD})[0] == 403, "the old password")


def main():
    assay = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="assay-course-") as temporary:
        folder = pathlib.Path(temporary)
        package = folder / "sum"
        contests.write_package(package)
        course = make(assay, folder, package)
        server = Server(assay, course)
        addresses = check_students(server)
        check_killed(server, addresses)
        rows = check_teachers(server)
        check_password(server)
        server.end(signal.SIGTERM)
        check_grade(assay, folder, course, rows)


main()
