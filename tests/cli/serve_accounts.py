#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Accounts of assay serve: passwords of the folder become Argon2id hashes, which a restart and a changed file keep right; the address of
an account logs in, by itself or as a listed proxy says it.

usage: serve_accounts.py ASSAY
"""
import base64
import json
import os
import pathlib
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
import serve  # noqa: E402
from serve import expect  # noqa: E402

ADDRESS = {"X-Forwarded-For": "192.0.2.7"}


def read_setting(folder):
    """The hashes in the store."""
    with sqlite3.connect(f"file:{folder}/contest/contest.db?mode=ro", uri=True) as database:
        rows = database.execute("SELECT value FROM setting WHERE name = 'accounts'").fetchall()
    return json.loads(rows[0][0]) if rows else None


def await_hashes(folder, before=None):
    until = time.monotonic() + 400  # hashers have the lowest priority
    while time.monotonic() < until:
        kept = read_setting(folder)
        if kept and kept != before:
            return kept
        time.sleep(0.2)
    sys.exit("no hashes of passwords are made")


def may_log_in(server, username, password):
    return serve.Browser(server).log_in(username, password)[0] == 303


def check_hashes(folder, server, passwords):
    expect(may_log_in(server, "team1", passwords["team1"]), "team1 cannot log in at once")
    kept = await_hashes(folder)
    expect(set(kept["hashes"]) == set(passwords), f"hashes: {set(kept['hashes'])}")
    expect(all(text.startswith("$argon2id$") for text in [kept["folder"], *kept["hashes"].values()]), "the hashes are not Argon2id")
    expect(may_log_in(server, "team2", passwords["team2"]), "team2 cannot log in by the hash")
    expect(not may_log_in(server, "team2", passwords["team1"]), "a wrong password fits the hash")
    server.stop()
    for file in (folder / "contest").glob("contest.db*"):
        data = file.read_bytes()
        expect(not any(password.encode() in data for password in passwords.values()), f"{file} has a password")
    server.start()
    expect(may_log_in(server, "team3", passwords["team3"]), "team3 cannot log in after a restart")
    expect(read_setting(folder) == kept, "the same passwords are hashed again")
    return kept


def check_change(folder, server, passwords, kept):
    """The folder takes precedence."""
    server.stop()
    file = folder / "contest/accounts.yaml"
    file.write_text(file.read_text().replace(passwords["team1"], "another-password"))
    server.start()
    expect(may_log_in(server, "team1", "another-password"), "a changed password does not count")
    await_hashes(folder, kept)
    expect(may_log_in(server, "team1", "another-password"), "the hash of a changed password is wrong")
    expect(not may_log_in(server, "team1", passwords["team1"]), "the old password is accepted")


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
        kept = check_hashes(folder, server, passwords)
        check_answers(server, passwords)
        check_change(folder, server, passwords, kept)
        check_address(folder, server)
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1])
