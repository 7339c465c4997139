#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Accounts of assay serve: passwords of the folder, plain or hashed, which the store never has; the address of an account logs in, by itself
or as a listed proxy says it.

usage: serve_accounts.py ASSAY
"""
import base64
import json
import os
import pathlib
import sqlite3
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
import serve  # noqa: E402
from serve import expect  # noqa: E402

# Of "correct-horse".
HASHED = "$argon2id$v=19$m=19456,t=2,p=1$rDrC58k1FOSJcIgTbx2Geg$VoeX4oXyt97jBByuHrb8Taf6eLd0vZ3EDDIS4T1w4Ag"
ADDRESS = {"X-Forwarded-For": "192.0.2.7"}


def settings(folder):
    with sqlite3.connect(f"file:{folder}/contest/contest.db?mode=ro", uri=True) as database:
        return dict(database.execute("SELECT name, value FROM setting").fetchall())


def may_log_in(server, username, password):
    return serve.Browser(server).log_in(username, password)[0] == 303


def check_store(folder, server, passwords):
    """Passwords of the folder are in no file of the store, not even as hashes; hashes that an earlier version kept go."""
    expect(may_log_in(server, "team1", passwords["team1"]), "team1 cannot log in")
    expect(not may_log_in(server, "team2", passwords["team1"]), "the password of another account is right")
    server.stop()
    with sqlite3.connect(folder / "contest/contest.db") as database:
        space = database.execute("SELECT max(space) FROM event").fetchone()[0]
        database.execute("INSERT INTO setting (space, name, value) VALUES (?, 'accounts', ?)", (space, '{"hashes": {"team1": "$argon2id$old"}}'))
    database.close()
    server.start()
    expect(may_log_in(server, "team3", passwords["team3"]), "team3 cannot log in after a restart")
    expect("argon2" not in str(settings(folder)), f"the store has hashes: {settings(folder)}")
    server.stop()
    for file in (folder / "contest").glob("contest.db*"):
        data = file.read_bytes()
        expect(not any(password.encode() in data for password in passwords.values()), f"{file} has a password")
    server.start()


def check_change(folder, server, passwords):
    """The folder decides; a password may also be a hash, which is made here by hand."""
    server.stop()
    file = folder / "contest/accounts.yaml"
    text = file.read_text().replace(passwords["team1"], "another-password")
    file.write_text(text.replace(passwords["team2"], HASHED))
    server.start()
    expect(may_log_in(server, "team1", "another-password"), "a changed password does not count")
    expect(not may_log_in(server, "team1", passwords["team1"]), "the old password is accepted")
    expect(may_log_in(server, "team2", "correct-horse"), "the password of a hash is refused")
    for wrong in (passwords["team2"], HASHED):
        expect(not may_log_in(server, "team2", wrong), f"{wrong} is accepted for a hash")
    expect(not may_log_in(server, "nobody", "correct-horse"), "a name without an account logs in by the hash of another one")


def check_answers(server, passwords):
    admin = contests.Client(server, "contest", "admin", passwords["admin"])
    accounts = json.dumps([admin.get("/accounts"), admin.get("/account")])
    expect("password" not in accounts and "argon2" not in accounts, f"the API shows passwords: {accounts}")


def get(server, path, headers):
    return serve.Browser(server).request("GET", path, headers=headers)


def check_address(folder, server):
    """The account `desk` has an address, and no password."""
    file = folder / "contest/accounts.yaml"
    file.write_text(file.read_text() + "- {username: desk, type: team, team_id: team1, ip: '::ffff:192.0.2.7'}\n")
    server.stop()
    server.command += ["--proxy", "127.0.0.1"]
    server.start()
    own = "/api/contests/contest/account"
    expect(json.loads(get(server, own, ADDRESS)[1])["username"] == "desk", "the API does not know the address")
    expect(get(server, own, {"X-Forwarded-For": "192.0.2.8"})[0] != 200, "another address is an account's")
    for name in ("Origin", "Sec-Fetch-Site", "Referer", "Accept-Language"):
        expect(get(server, own, ADDRESS | {name: "https://example.org"})[0] != 200, f"a browser with {name} is let in by its address")
    status, text, _ = serve.Browser(server).request("POST", "/api/tokens", None, b'{"name": "x"}', ADDRESS | {"Content-Type": "application/json"})
    expect(status == 403 and "password" in text, f"a token by an address: {status} {text}")
    password = {"Authorization": "Basic " + base64.b64encode(b"desk:").decode()}
    expect(get(server, own, ADDRESS | password)[0] == 401, "an empty password is right")
    desk = serve.Browser(server)
    status, _, location = desk.request("GET", "/login?next=/submit", headers=ADDRESS)
    expect((status, location) == (303, "/submit") and desk.cookie, f"log-in by address: {status} {location}")
    expect(desk.request("GET", "/submit", headers=ADDRESS)[0] == 200, "the session is not that of a team")
    expect(get(server, "/login?form=1", ADDRESS)[0] == 200, "another account cannot log in from there")
    expect(get(server, "/login", {"X-Forwarded-For": "192.0.2.8"})[0] == 200, "another address is logged in")
    server.stop()
    server.command = server.command[:-2]
    server.start()
    expect(get(server, own, ADDRESS)[0] != 200 and get(server, "/login", ADDRESS)[0] == 200, "a proxy that is not listed is believed")


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-accounts-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        passwords = contests.write_contest(assay, folder)
        server = contests.Server(assay, folder, None)
        check_store(folder, server, passwords)
        check_answers(server, passwords)
        check_change(folder, server, passwords)
        check_address(folder, server)
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1])
