#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files that are no source are refused before they count, with the reason: by the form, with and without a language, and by the API.
Sources with unusual names are taken.

usage: serve_sources.py ASSAY
"""
import base64
import html
import io
import json
import os
import pathlib
import re
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
from serve import Browser, VERDICT, await_text, expect  # noqa: E402

RIGHT = contests.PROGRAMS["AC"]


def pack(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "."), data)
    return out.getvalue()


NOTEBOOK = json.dumps({"cells": [{"cell_type": "code", "source": [RIGHT], "metadata": {}, "outputs": [], "execution_count": None}],
                       "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()
RAR = b"Rar!\x1a\x07\x01\x00xyz"
CLASS = b"\xca\xfe\xba\xbe\x00\x00\x00\x41"
ELSE = "not a zip archive; submit the files themselves, or pack them again as a zip archive"
# Name, content, chosen language, the reason.
REFUSED = [
    ("a.rar", RAR, "python3", "a.rar is a RAR archive, " + ELSE),
    ("a.py", RAR, "python3", "a.py is a RAR archive, " + ELSE),
    ("a.7z", b"7z\xbc\xaf\x27\x1c" + b"x" * 40, "c", "a.7z is a 7z archive, " + ELSE),
    ("a.tar.gz", b"\x1f\x8b\x08\x00" + b"x" * 40, "python3", "a.tar.gz is a gzip file, " + ELSE),
    ("a.tar.xz", b"\xfd7zXZ\x00xx", "python3", "a.tar.xz is an xz file, " + ELSE),
    ("a.tbz", b"BZh91AY&SY\xff\x00", "python3", "a.tbz is a bzip2 file, " + ELSE),
    ("a.zip", RAR, "python3", "the archive is a RAR archive, " + ELSE),
    ("Loesung.docx", pack(word="x"), "python3", "Loesung.docx is a Word document, not a source"),
    ("Loesung.odt", pack(mimetype="application/vnd.oasis.opendocument.text"), "python3", "Loesung.odt is an OpenDocument file, not a source"),
    ("alt.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 40, "python3", "alt.doc is a document of Microsoft Office, not a source"),
    ("text.rtf", b"{\\rtf1\\ansi print(1)}", "python3", "text.rtf is an RTF document, not a source"),
    ("blatt.pdf", b"%PDF-1.4\n", "c", "blatt.pdf is a PDF document, not a source"),
    ("main.c", b"%PDF-1.4\n", "c", "main.c is a PDF document, not a source"),
    ("A.class", CLASS, "java", "A.class is a compiled Java class, not a source"),
    ("sum.jar", pack(A__class=CLASS), "java", "sum.jar is a Java archive, not a source"),
    ("a.out", b"\x7fELF\x02\x01\x01\x00", "c", "a.out is a compiled program, not a source"),
    ("sum.exe", b"MZ\x90\x00\x03\x00", "c", "sum.exe is a compiled program, not a source"),
    ("sum.pyc", b"\xa7\x0d\x0d\x0a\x00\x00\x00\x00", "python3", "sum.pyc is compiled Python, not a source"),
    ("foto.png", b"\x89PNG\r\n\x1a\n\x00\x00", "python3", "foto.png is an image, not a source"),
    ("foto.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF", "python3", "foto.jpg is an image, not a source"),
    ("a.ipynb", NOTEBOOK, "python3", "a.ipynb is a Jupyter notebook, not a source"),
    ("a.py", NOTEBOOK, "python3", "a.py is a Jupyter notebook, not a source"),
    ("a.py", RIGHT.encode("utf-16-le"), "python3", "a.py is saved as UTF-16 without a byte-order mark; save it as UTF-8"),
    ("a.py", RIGHT.encode("utf-16-be"), "python3", "a.py is saved as UTF-16 without a byte-order mark; save it as UTF-8"),
    ("a.py", RIGHT.encode("utf-32-le"), "python3", "a.py is saved as UTF-32 without a byte-order mark; save it as UTF-8"),
    ("a", b"\x00\x01\x02\x03\x00", "python3", "a is not text, and not a source"),
    ("a.zip", pack(inner__rar=RAR), "python3", "inner.rar is a RAR archive, " + ELSE),
    ("a.zip", pack(A__class=CLASS, B__class=CLASS), "java", "A.class is a compiled Java class, not a source"),
    ("a.zip", pack(notes__txt="x", main__rar=RAR), "python3", "main.rar is a RAR archive, " + ELSE),
    ("a.zip", pack(notes__txt="x", more__txt="y"), "python3", "the submission is refused: it has no source file in Python 3"),
    ("a.zip", pack(notes__txt="x", more__txt="y"), "script", "the language cannot be detected from the files"),
]
TAKEN = [
    ("a.py", RIGHT.encode(), "python3"),
    ("a.txt", RIGHT.encode(), "python3"),
    ("bom.py", b"\xef\xbb\xbf" + RIGHT.encode(), "python3"),
    ("a.zip", pack(main__py=RIGHT, foto__png=b"\x89PNG\r\n\x1a\n\x00\x00", x__class=CLASS), "python3"),
    ("BZh.py", b"BZh = 1\nMZ = 2\n" + RIGHT.encode(), "python3"),
    ("MZ.py", b"MZ = 2\n" + RIGHT.encode(), "python3"),
    ("my sum.py", RIGHT.encode(), "python3"),
    ("-bla-.py", RIGHT.encode(), "python3"),
    ("a;b.py", RIGHT.encode(), "python3"),
]
# The second file is left out because of its name.
TWO = pack(**{"main__py": RIGHT, "my sum__py": "x"})


def post(browser, path, fields, field, name, data, headers=None):
    body = b"".join(f'--x\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode() for key, value in fields.items())
    body += f'--x\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'.encode() + data + b"\r\n--x--\r\n"
    return browser.request("POST", path, body=body, headers=dict(headers or {}, **{"Content-Type": "multipart/form-data; boundary=x"}))


def form(team, name, data, language):
    return post(team, "/submit", {"csrf": team.token("/submit"), "problem": "sum", "language": language}, "file", name, data)


def reason_of(text):
    found = re.search(r'<p class="notice error"[^>]*>(.*?)</p>', text, re.S)
    return html.unescape(found[1]) if found else text


def expect_reason(text, wanted, what):
    # On a page a message begins with a capital letter, but the names of files stay as they are.
    expect(wanted in text or "T" + wanted[1:] in text and wanted.startswith("the "), f"{what}: '{text[:300]}' in place of '{wanted}'")


def check_form(team):
    for name, data, language, wanted in REFUSED:
        for chosen in (language, ""):
            if not chosen and "has no source file" in wanted:
                continue
            status, text, _ = form(team, name, data, chosen)
            expect(status == 422, f"{name} as {chosen!r} is taken: {status}")
            expect_reason(reason_of(text), wanted, f"{name} as {chosen!r}")
    status, text, _ = form(team, "notes.txt", b"print(1)", "")
    expect(status == 422 and "choose it" in reason_of(text), "a text of an unknown ending has lost its hint")
    status, text, _ = team.post("/submit", "/submit", problem="sum", language="python3", source=NOTEBOOK.decode())
    expect(status == 422, f"a notebook as typed code is taken: {status}")
    expect_reason(reason_of(text), "is a Jupyter notebook, not a source", "typed code")


def check_api(server, team, client):
    for name, data, language, wanted in REFUSED:
        if name == "a.zip":
            body = {"problem_id": "sum", "language_id": language, "files": [{"data": base64.b64encode(data).decode()}]}
        else:
            body = {"problem_id": "sum", "language_id": language, "files": [{"data": base64.b64encode(pack(**{name: data})).decode()}]}
        status, answer = client.request("POST", "/submissions", body)
        expect(status == 422, f"{name} by the API: {status} {answer}")
        expect_reason(answer["message"], wanted, f"{name} by the API")
        status, text, _ = post(team, "/api/contests/contest/submissions", {"problem": "sum", "language": language}, "code[]", name, data, client.headers)
        expect(status == 422, f"{name} by DOMjudge's form: {status} {text}")
        expect_reason(json.loads(text)["message"], wanted, f"{name} by DOMjudge's form")


def check_names(team, client):
    """Names with blanks, hyphens and semicolons are taken by every way, and a file that is left out of an archive is named."""
    files = [row for row in TAKEN if not re.fullmatch(r"[\w.]+", row[0])]
    expect(len(files) == 3, "there are no such names")
    for name, data, language in files:
        status, text, _ = post(team, "/api/contests/contest/submissions", {"problem": "sum", "language": language}, "code[]", name, data, client.headers)
        expect(status in (200, 201), f"{name} by DOMjudge's form: {status} {text}")
    status, answer = client.request("POST", "/submissions", {"problem_id": "sum", "language_id": "python3",
                                                             "files": [{"data": base64.b64encode(TWO).decode()}]})
    expect(status in (200, 201), f"an archive with such a name by the API: {status} {answer}")
    status, text, _ = form(team, "two.zip", TWO, "python3")
    expect(status == 303, f"an archive with such a name: {status} {reason_of(text)}")
    for number in range(len(TAKEN) + 1, len(TAKEN) + len(files) + 3):
        await_text(team, f"/submissions/{number}", VERDICT["Accepted"])
        left_out = "left out because of the name: my sum.py" in html.unescape(team.get(f"/submissions/{number}")[1])
        expect(left_out == (number > len(TAKEN) + len(files)), f"submission {number} does not name what was left out")


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-sources-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        passwords = contests.write_contest(assay, folder)
        server = contests.Server(assay, folder, None)
        try:
            team = Browser(server)
            expect(team.log_in("team1", passwords["team1"])[0] == 303, "team1 cannot log in")
            client = contests.Client(server, "contest", "team1", passwords["team1"])
            check_form(team)
            check_api(server, Browser(server), client)
            expect(client.get("/submissions") == [], "a refused file is a submission")
            for number, (name, data, language) in enumerate(TAKEN, 1):
                status, text, _ = form(team, name, data, language)
                expect(status == 303, f"{name} is refused: {status} {reason_of(text)}")
                await_text(team, f"/submissions/{number}", VERDICT["Accepted"])
            check_names(team, client)
        finally:
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1])
