#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The configurations of docs/proxy: nginx and caddy accept them; a contest behind each of them works as without a proxy: pages, secure
cookies, the address of the client, streams whose lines are not delayed.

usage: proxies.py ASSAY SOURCE [nginx|caddy]. Without one of them it is skipped (status 77), or fails if AS_TESTS_MUST_RUN is 1.
"""
import http.client
import json
import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/soak"))
sys.path.insert(0, str(SOURCE / "tests/cli"))
import contest as contests  # noqa: E402
from serve import expect  # noqa: E402

NAME = "contest.example.org"


def find(program):
    return shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin")


def make_certificate(folder):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-keyout",
                    folder / "privkey.pem", "-out", folder / "fullchain.pem"], check=True, capture_output=True)


def run(command, folder, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=folder, **options)
    expect(done.returncode == 0, f"{command}: {done.stdout}{done.stderr}")


def start_nginx(nginx, folder, port, behind):
    """Its sample, with another port and certificate, included as Debian includes it."""
    text = (SOURCE / "docs/proxy/nginx.conf").read_text()
    text = text.replace("listen [::]:443 ssl http2;", "").replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;")
    text = text.replace(f"/etc/ssl/{NAME}", str(folder)).replace("127.0.0.1:8080", f"127.0.0.1:{behind}")
    (folder / "site.conf").write_text(text)
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; user {os.environ.get('USER', 'root')};\n"
                                       f"events {{}}\nhttp {{ access_log off; {paths} include {folder}/site.conf; }}\n")
    command = [nginx, "-p", folder, "-c", folder / "nginx.conf"]
    run([*command, "-t"], folder)
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def start_caddy(caddy, folder, port, behind):
    """Its sample, with another port and a certificate of its own."""
    text = (SOURCE / "docs/proxy/Caddyfile").read_text()
    (folder / "Caddyfile").write_text(text)
    environment = dict(os.environ, HOME=str(folder), XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder))
    run([caddy, "validate", "--config", folder / "Caddyfile", "--adapter", "caddyfile"], folder, env=environment)
    text = text.replace(f"{NAME} {{", f"https://{NAME}:{port} {{\n\ttls {folder}/fullchain.pem {folder}/privkey.pem", 1)
    options = f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n\thttp_port {contests.ports.free_port()}\n\tskip_install_trust\n}}\n"
    (folder / "Caddyfile").write_text(options + text.replace("127.0.0.1:8080", f"127.0.0.1:{behind}"))
    return subprocess.Popen([caddy, "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"], cwd=folder, env=environment,
                            stdout=subprocess.DEVNULL, stderr=open(folder / "caddy.log", "w", encoding="utf-8"))


class Connection(http.client.HTTPSConnection):
    """Connects to the proxy, by its name."""

    def __init__(self, port):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        super().__init__(NAME, port, timeout=60, context=context)
        self.to = port

    def connect(self):
        self.sock = self._context.wrap_socket(socket.create_connection(("127.0.0.1", self.to), 60), server_hostname=NAME)


def ask(port, method, path, body=None, headers=None):
    connection = Connection(port)
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    return answer, answer.read().decode()


def check_too_large(port, cookie):
    """A body of 20 MB is refused. A proxy may close the connection while the body still arrives (RFC 9112, 9.6), and a
    client that was sending then loses the answer."""
    try:
        answer, _ = ask(port, "POST", "/submit", b"x" * (20 << 20), {"Content-Type": "text/plain", "Cookie": cookie})
    except OSError:
        pass
    else:
        # caddy 2.6 has no directive for it.
        expect(answer.status in (413, 502), f"20 MB: {answer.status}")
    answer, text = ask(port, "GET", "/api/contests/contest/submissions", headers={"Cookie": cookie})
    expect(answer.status == 200 and json.loads(text) == [], f"after 20 MB: {answer.status} {text[:200]}")


def await_proxy(port):
    for _ in range(300):
        try:
            return ask(port, "GET", "/healthz")
        except OSError:
            time.sleep(0.1)
    sys.exit("the proxy does not start")


def first_line(port, path, start):
    """Of a stream, which does not end."""
    connection = Connection(port)
    connection.request("GET", path)
    answer = connection.getresponse()
    expect(answer.status == 200, f"{path}: {answer.status}")
    while True:
        line = answer.readline().decode()
        expect(line, f"{path} ended")
        if line.startswith(start):
            connection.close()
            return


def check(port, server):
    answer, text = ask(port, "GET", "/")
    expect(answer.status == 200 and 'id="team-team1"' in text, f"the board: {answer.status}")
    expect("max-age" in (answer.getheader("Strict-Transport-Security") or ""), "browsers are not told to keep to TLS")
    body = f"username=team1&password={server.passwords['team1']}"
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://{NAME}:{port}"}
    answer, text = ask(port, "POST", "/login", body, headers)
    cookie = answer.getheader("Set-Cookie") or ""
    expect(answer.status == 303, f"log-in: {answer.status} {text}")
    expect("HttpOnly" in cookie and "secure" in cookie.lower(), f"the cookie is not for TLS: {cookie}")
    expect(cookie.startswith("__Host-assay-contest="), f"a sibling of the host can set the cookie: {cookie}")
    account = "/api/contests/contest/account"
    expect(json.loads(ask(port, "GET", account)[1]).get("username") == "desk", "the address of the client does not arrive")
    forged = ask(port, "GET", account, headers={"X-Forwarded-For": "192.0.2.9"})[1]
    expect(json.loads(forged).get("username") == "desk", f"a client says what its address is: {forged}")
    first_line(port, "/board/events", "event: board")
    first_line(port, "/api/contests/contest/event-feed", '{"')
    check_too_large(port, cookie.split(";")[0])


def check_behind(start, program, folder, server):
    port = contests.ports.free_port()
    work = folder / pathlib.Path(program).name
    work.mkdir()
    make_certificate(work)
    proxy = start(program, work, port, server.port)
    try:
        await_proxy(port)
        check(port, server)
    finally:
        proxy.terminate()
        try:
            proxy.wait(5)
        except subprocess.TimeoutExpired:  # caddy waits for the streams
            proxy.kill()
            proxy.wait(30)


def main(assay, wanted):
    starts = {name: start for name, start in (("nginx", start_nginx), ("caddy", start_caddy)) if wanted in (None, name)}
    missing = [name for name in starts if not find(name)]
    if missing:
        print("skipped:", " and ".join(missing), "must be installed")
        sys.exit(1 if os.environ.get("AS_TESTS_MUST_RUN") == "1" else 77)
    found = [(start, find(name)) for name, start in starts.items()]
    with tempfile.TemporaryDirectory(prefix="assay-proxy-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        passwords = contests.write_contest(assay, folder)
        accounts = folder / "contest/accounts.yaml"
        accounts.write_text(accounts.read_text() + "- {username: desk, type: team, team_id: team1, ip: 127.0.0.1}\n"
                            "- {username: forged, type: team, team_id: team1, ip: 192.0.2.9}\n")
        with (folder / "contest/contest.yaml").open("a") as file:
            file.write(f"hosts: [{NAME}]\n")
        contests.Server.start, start = start_behind_proxy, contests.Server.start
        server = contests.Server(assay, folder, None)
        contests.Server.start = start
        server.passwords = passwords
        for start, program in found:
            check_behind(start, program, folder, server)
        server.stop()


def start_behind_proxy(self, start=contests.Server.start):
    if "--proxy" not in self.command:
        self.command += ["--proxy", "127.0.0.1"]
    start(self)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[3] if len(sys.argv) > 3 else None)
