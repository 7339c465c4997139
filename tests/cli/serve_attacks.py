#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Attacks on the memory and the connections of a contest's server, bounded and on loopback: large bodies that stop, readers that do not
read, bodies and documents for those who have no right, streams of those who have logged out.

usage: serve_attacks.py ASSAY
"""
import base64
import http.client
import json
import os
import pathlib
import re
import select
import socket
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
from serve import Browser, expect, submit  # noqa: E402

MIB = 1 << 20
READERS = 200


def connect(server, last=1, receive=None):
    connection = socket.socket()
    if receive:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
    connection.bind((f"127.0.0.{last}", 0))
    connection.settimeout(60)
    connection.connect(("127.0.0.1", server.port))
    return connection


def ask(server, text, last=1):
    """The status and the text of the answer to these bytes."""
    with connect(server, last) as connection:
        connection.sendall(text)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return int(answer.split()[1]), answer.decode(errors="replace")


def stall(server, last, path, size, sent, headers=""):
    """A connection that sends the beginning of a body and stops."""
    connection = connect(server, last)
    connection.sendall(f"POST {path} HTTP/1.1\r\nHost: x\r\n{headers}Content-Length: {size}\r\n\r\n".encode())
    try:
        connection.sendall(b"x" * sent)
    except OSError:
        pass  # It was refused before all was sent.
    return connection


def memory_kib(server, key="RssAnon"):
    """Of the server's process."""
    text = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(rf"^{key}:\s*(\d+)", text, re.M)[1])


def basic(server, name):
    return "Basic " + base64.b64encode(f"{name}:{server.passwords[name]}".encode()).decode()


def check_bodies(server):
    """Large bodies of strangers that stop arriving delay no other client, not even at the same address."""
    path = "/api/contests/contest/submissions"
    stalled = [stall(server, 2, path, 16 * MIB, 8 * MIB + 65536) for _ in range(16)]
    stalled += [stall(server, 2, "/submit", 8 * MIB, 4 * MIB) for _ in range(16)]
    stalled += [stall(server, 2, "/login", 65536, 65000) for _ in range(100)]
    for last in (2, 3):
        for page in ("/", "/healthz", "/api/contests"):
            expect(ask(server, f"GET {page} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode(), last)[0] == 200, f"GET {page} from {last}")
        form = b"username=team1&password=wrong"
        head = f"POST /login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n\r\n"
        expect(ask(server, head.encode() + form, last)[0] == 403, f"POST /login from {last}")
    team = Browser(server)
    expect(team.log_in("team1", server.passwords["team1"])[0] == 303, "log-in")
    expect(submit(team, contests.PROGRAMS["AC"])[0] == 303, "a submission")
    big = contests.PROGRAMS["AC"] + "#" + "x" * (100 << 10) + "\n"
    status, text, _ = submit(team, big)
    expect(status == 303 or (status == 422 and "large" in text), f"an upload of 100 KiB: {status}")
    for connection in stalled:
        connection.close()


def check_basic(server):
    """A large upload by the API, with a password that has not been verified yet, and with a wrong password."""
    document = {"problem_id": "sum", "language_id": "python3", "files": [{"data": "A" * (15 * MIB), "mime": "application/zip"}]}
    body = json.dumps(document)
    for credentials, wanted in ((basic(server, "team3"), (400, 422)), ("Basic " + base64.b64encode(b"team3:wrong").decode(), (401,)),
                                ("Bearer none", (401,))):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
        connection.request("POST", "/api/contests/contest/submissions", body,
                           {"Authorization": credentials, "Content-Type": "application/json"})
        answer = connection.getresponse()
        expect(answer.status in wanted, f"15 MiB with {credentials[:8]}: {answer.status}")
        expect(answer.status != 401 or answer.getheader("WWW-Authenticate"), "a 401 without its challenge")
        connection.close()
    expect(ask(server, b"POST /api/contests/contest/submissions HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\nExpect: 100-continue\r\n"
               b"Connection: close\r\n\r\n")[0] == 401, "a stranger is asked for a large body")


def check_memory_of_bodies(server):
    """A large body is on the disk while it arrives, and leaves nothing there."""
    before = memory_kib(server)
    headers = f"Authorization: {basic(server, 'team1')}\r\n"
    folder = set(os.listdir(server.folder))
    stalled = [stall(server, 1, "/api/contests/contest/submissions", 16 * MIB, 15 * MIB, headers) for _ in range(8)]
    grown = memory_kib(server) - before
    expect(grown < 40 << 10, f"8 bodies of 15 MiB take {grown} KiB of memory")
    expect(set(os.listdir(server.folder)) == folder, "a body has a name in the folder")
    for connection in stalled:
        connection.close()


def check_readers(server, jury):
    """Many clients that do not read a large document share its memory, even if they write its address in other ways."""
    jury.cookie = jury.cookie or ""
    text = "long text " * 980
    for number in range(220):
        status = contests.Client(server, "contest", "admin", server.passwords["admin"]).request(
            "POST", "/clarifications", {"text": f"{number} {text}"})
        expect(status and status[0] == 201, f"a clarification: {status}")
    path = "/api/contests/contest/clarifications"
    whole = len(ask(server, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())[1])
    expect(whole > 2 * MIB, f"the document has {whole} bytes")
    before = memory_kib(server)
    readers = []
    for number in range(READERS):
        readers.append(connect(server, 2, receive=4096))
        readers[-1].sendall(f"GET {path}?x={number % 7} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    time.sleep(3)
    grown = memory_kib(server) - before
    expect(grown < 100 << 10, f"{READERS} readers of {whole} bytes take {grown} KiB")
    expect(ask(server, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 3)[0] == 200, "the board beside slow readers")
    for reader in readers:
        reader.close()


def check_lists(server):
    """Long lists are written for each request: strangers who ask for them do not delay others. check_readers made the announcements."""
    for path in ("/clarifications", "/api/contests/contest/clarifications?ids={}"):
        strangers = []
        for number in range(60):
            strangers.append(connect(server, 2, receive=4096))
            strangers[-1].sendall(f"GET {path.format(number)} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        status = ask(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 3)[0]
        answered = len(select.select(strangers, [], [], 0)[0])
        expect(status == 200 and answered < 30, f"/healthz: {status} after {answered} answers of {path}")
        for stranger in strangers:
            stranger.close()


def check_streams(server, jury):
    """The jury's board ends after the log-out, a feed after its token was revoked."""
    admin = contests.Client(server, "contest", "admin", server.passwords["admin"])
    made = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    made.request("POST", "/api/tokens", json.dumps({"name": "feed"}), dict(admin.headers, **{"Content-Type": "application/json"}))
    token = json.loads(made.getresponse().read())
    streams = []
    for path, header in (("/jury/board/events", f"Cookie: {jury.cookie}"),
                         ("/api/contests/contest/event-feed", f"Authorization: Bearer {token['token']}")):
        stream = connect(server)
        stream.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n".encode())
        expect(b" 200 " in stream.recv(65536), f"the stream {path}")
        streams.append(stream)
    expect(jury.post("/logout", "/jury/clarifications")[0] == 303, "log-out")
    made.request("DELETE", f"/api/tokens/{token['id']}", headers=admin.headers)
    expect(made.getresponse().status == 204, "revoking the token")
    for stream in streams:
        stream.settimeout(8)
        try:
            while stream.recv(65536):
                pass
        except TimeoutError:
            sys.exit("a stream goes on after the log-out")
        stream.close()


def check_rights(server):
    """A request without permission is refused before its JSON is read; a path with unescaped bytes leads to the log-in."""
    team = f"Authorization: {basic(server, 'team1')}\r\n"
    for method, path in (("PATCH", ""), ("POST", "/clarifications"), ("POST", "/awards"), ("PUT", "/awards/x"), ("PATCH", "/awards/x"),
                         ("POST", "/commentary")):
        for who, headers, wanted in (("a stranger", "", 401), ("a team", team, 400 if path == "/clarifications" else 403)):
            status = ask(server, f"{method} /api/contests/contest{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}"
                         "Content-Type: application/json\r\nContent-Length: 5\r\n\r\n{not ".encode())[0]
            expect(status == wanted, f"{method} {path} of {who} with malformed JSON: {status}")
    status, text = ask(server, "GET /jury/submissions/ä HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    expect(status == 303 and "\r\nLocation: /login?next=/jury/submissions/%25C3%25A4\r\n" in text, f"a path that is not ASCII: {text[:300]}")
    for number in range(40):
        expect(ask(server, f"GET /?name=team{number} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())[0] == 200, "a filtered board")


def run(assay, folder):
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    # A build with the address sanitizer keeps freed memory, which must not be measured.
    os.environ["ASAN_OPTIONS"] = ":".join(filter(None, (os.environ.get("ASAN_OPTIONS"), "quarantine_size_mb=4")))
    passwords = contests.write_contest(assay, folder)
    server = contests.Server(assay, folder, None)
    server.passwords, server.folder = passwords, folder / "contest"
    jury = Browser(server)
    expect(jury.log_in("admin", passwords["admin"])[0] == 303, "the admin cannot log in")
    steps = {"rights": lambda: check_rights(server), "bodies": lambda: check_bodies(server), "basic": lambda: check_basic(server),
             "memory": lambda: check_memory_of_bodies(server), "readers": lambda: check_readers(server, jury),
             "lists": lambda: check_lists(server), "streams": lambda: check_streams(server, jury)}
    chosen = os.environ.get("STEPS", "").split()
    for name, step in steps.items():
        if not chosen or name in chosen:
            begin = time.monotonic()
            step()
            print(f"{name}: {time.monotonic() - begin:.1f} s", flush=True)
    expect(Browser(server).get("/healthz")[0] == 200, "the server is not well afterwards")
    server.stop()


def main(assay):
    # Not /tmp, which may be memory.
    with tempfile.TemporaryDirectory(prefix="assay-attacks-", dir="/var/tmp") as folder:
        run(assay, pathlib.Path(folder))


if __name__ == "__main__":
    main(sys.argv[1])
