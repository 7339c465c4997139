# SPDX-License-Identifier: MIT
"""bench_contest_servers.py ASSAY BENCH_CONTEST FILE [SECONDS [REJUDGED]]: more rows about a contest under load, for docs/benchmarks.md.

1. Two servers of one contest on a PostgreSQL server (FILE keeps its folder), behind nginx: 1,000 teams, 1,000 viewers of the live board, 20
   submissions a second for SECONDS (60). A third process accepts each submission at once (`bench_contest judge`).
2. One server that judges, with a store in a file: a submission a second for SECONDS, first alone, then while a rejudging set of REJUDGED
   (2,000) submissions is judged.

All processes, also the clients, are on the same cores. The time of a verdict counts from the acknowledged submission until the events of the
board contain the verdict; in the second table it therefore includes compiling and judging. The script does not know the other load of the
machine; it prints /proc/loadavg."""
import asyncio
import base64
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import bench_contest as bench  # noqa: E402

contests = bench.contests
SECONDS = int(sys.argv[4]) if len(sys.argv) > 4 else 60
REJUDGED = int(sys.argv[5]) if len(sys.argv) > 5 else 2000
TEAMS, VIEWERS, RATE, WAIT_S = 1000, 1000, 20, 600
PASSWORD = 'bench-team-password'
ROW = re.compile(rb'id="team-team(\d+)".*?class="n">(\d+)<')
sys.path.insert(0, str(bench.TREE / 'cli'))
import serve  # noqa: E402


def write_contest(folder):
    """The passwords are plain text: hashing them would take longer than everything else."""
    made = bench.write_contest(folder, TEAMS)
    accounts = [f'- {{username: team{number}, type: team, team_id: team{number}, password: {PASSWORD}}}\n' for number in range(1, TEAMS + 1)]
    (made / 'accounts.yaml').write_text('- {username: admin, type: admin, password: bench-admin-password}\n' + ''.join(accounts))
    return made


class Board:
    """Reads the events of a server's live board: the times at which teams had solved each number of problems."""

    def __init__(self, port):
        self.port, self.solved, self.changed = port, {}, asyncio.Event()

    async def read(self):
        reader, writer = await asyncio.open_connection('127.0.0.1', self.port, limit=1 << 26)
        writer.write(b'GET /board/events HTTP/1.1\r\nHost: bench\r\n\r\n')
        while line := await reader.readline():
            for team, count in ROW.findall(line.replace(b'\\', b'')):
                self.solved[int(team)] = max(int(count), self.solved.get(int(team), 0))
            self.changed.set()

    async def await_solved(self, team, count):
        end = time.monotonic() + WAIT_S
        while self.solved.get(team, 0) < count:
            if time.monotonic() > end:
                sys.exit(f'team{team} has not solved {count} problems on the board')
            self.changed.clear()
            try:
                await asyncio.wait_for(self.changed.wait(), 5)
            except asyncio.TimeoutError:
                pass


async def view(port):
    """A viewer that only receives."""
    reader, writer = await asyncio.open_connection('127.0.0.1', port)
    writer.write(b'GET /board/events HTTP/1.1\r\nHost: bench\r\n\r\n')
    while await reader.read(1 << 16):
        pass


class Load:
    """Submissions: team N submits its problems one after the other."""

    def __init__(self, port, boards, source=contests.PROGRAMS['AC']):
        self.port, self.boards, self.source = port, boards, source
        self.sent, self.acknowledged, self.shown = 0, [], []

    async def submit(self):
        team, problem = self.sent % TEAMS + 1, self.sent // TEAMS + 1
        self.sent += 1
        body = json.dumps({'problem_id': f'problem{problem}', 'language_id': 'python3',
                           'files': [{'mime': 'application/zip', 'data': contests.archive(f'# {team}\n{self.source}')}]})
        login = base64.b64encode(f'team{team}:{PASSWORD}'.encode()).decode()
        begin = time.monotonic()
        status, head, _ = await bench.ask(self.port, 'POST', '/api/contests/bench/submissions',
                                          f'Authorization: Basic {login}\r\nContent-Type: application/json\r\n', body)
        if status != 201:
            sys.exit(f'a submission: {head}')
        end = time.monotonic()
        self.acknowledged.append(end - begin)
        for board in self.boards:
            await board.await_solved(team, problem)
            self.shown.append(time.monotonic() - end)

    async def run(self, count, rate):
        tasks, begin = [], time.monotonic()
        for number in range(count):
            await asyncio.sleep(max(0, begin + number / rate - time.monotonic()))
            tasks.append(asyncio.create_task(self.submit()))
        await asyncio.gather(*tasks)

    def text(self):
        def quantiles(times):
            times = sorted(times)
            return ' / '.join(f'{1000 * times[int(len(times) * part)]:.1f}' for part in (0.5, 0.99))
        return f'{len(self.acknowledged)} | {quantiles(self.acknowledged)} | {quantiles(self.shown)}'


def start(made, url, *options):
    """A server, and its port."""
    server = subprocess.Popen([bench.ASSAY, 'serve', made, '--store', url, '--listen', '127.0.0.1:0', '--json', *options], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    return server, int(re.search(r'127\.0\.0\.1:(\d+)', server.stdout.readline())[1])


def loadavg():
    return pathlib.Path('/proc/loadavg').read_text().split()[0]


# ---- two servers ----


def start_nginx(folder, ports):
    port = contests.ports.free_port()
    servers = ''.join(f'server 127.0.0.1:{number};' for number in ports)
    paths = ''.join(f'{kind}_temp_path {folder}/{kind};' for kind in ('client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'))
    (folder / 'nginx.conf').write_text(f'''daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; user root; worker_rlimit_nofile 20000;
events {{ worker_connections 10000; }}
http {{ access_log off; {paths} upstream contest {{ least_conn; {servers} }}
server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://contest; proxy_http_version 1.1; proxy_set_header Connection "";
proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr; proxy_buffering off; proxy_read_timeout 1h; }} }} }}
''')
    return subprocess.Popen(['/usr/sbin/nginx', '-p', folder, '-c', folder / 'nginx.conf']), port


async def load_two(servers, front):
    boards = [Board(port) for _, port in servers]
    background = [asyncio.create_task(board.read()) for board in boards] + [asyncio.create_task(view(front)) for _ in range(VIEWERS)]
    await asyncio.sleep(5)
    load = Load(front, boards)
    before, begin = [bench.cpu_s(server.pid) for server, _ in servers], time.monotonic()
    await load.run(RATE * SECONDS, RATE)
    cores = [(bench.cpu_s(server.pid) - cpu) / (time.monotonic() - begin) for (server, _), cpu in zip(servers, before)]
    for task in background:
        task.cancel()
    return load, cores


def print_two(folder, made):
    subprocess.run([bench.POSTGRES, 'start', bench.FILE], check=True)
    url = f'postgresql://postgres@/postgres?host={pathlib.Path(bench.FILE).read_text().strip()}'
    started = []
    try:
        servers = [start(made, url, '--jobs=0', '--proxy=127.0.0.1') for _ in range(2)]
        nginx, front = start_nginx(folder, [port for _, port in servers])
        started = [server for server, _ in servers] + [nginx, subprocess.Popen([bench.BENCH, 'judge', made, url])]
        load, cores = asyncio.run(load_two(servers, front))
        print(f'| teams, viewers | submissions | acknowledged, p50 and p99 ms | verdict on the boards, p50 and p99 ms | each server, MiB and cores | load average |'
              f'\n|---|---|---|---|---|---|\n| {TEAMS:,}, {VIEWERS:,} | {load.text()} | '
              + ', '.join(f'{bench.memory_mib(server, "VmHWM")} / {used:.2f}' for (server, _), used in zip(servers, cores)) + f' | {loadavg()} |')
        sys.stdout.flush()
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()
        subprocess.run([bench.POSTGRES, 'stop', bench.FILE], check=True)


# ---- a rejudging ----


def open_set(port):
    """The jury opens a set of all submissions with a verdict."""
    class Place:
        pass
    place = Place()
    place.port = port
    jury = serve.Browser(place)
    if jury.log_in('admin', 'bench-admin-password')[0] != 303:
        sys.exit('the admin cannot log in')
    status, text, location = jury.post('/jury/rejudgings', '/jury/rejudgings?count=1', reason='bench', verdict='AC')
    if status != 303:
        sys.exit(f'the rejudging is not opened: {status}')
    return jury, location


def progress(jury, page):
    found = re.search(r'(\d+) of (\d+) judged', re.sub(r'<[^>]*>|\s+', ' ', jury.get(page)[1]))
    return (int(found[1]), int(found[2])) if found else (0, 0)


async def load_rejudging(port):
    board = Board(port)
    reading = asyncio.create_task(board.read())
    before = Load(port, [board])
    await before.run(REJUDGED, 50)
    rows = []
    for what in ('alone', 'while a set is judged'):
        jury, page = await asyncio.to_thread(open_set, port) if rows else (None, None)
        load = Load(port, [board])
        load.sent = before.sent
        at = progress(jury, page) if jury else None
        await load.run(SECONDS, 1)
        before.sent = load.sent
        rows.append((what, load, at, progress(jury, page) if jury else None))
    reading.cancel()
    return rows


def print_rejudging(made):
    server, port = start(made, f'sqlite:{made}/contest.db')
    try:
        rows = asyncio.run(load_rejudging(port))
        print('\n| a submission a second | submissions | acknowledged, p50 and p99 ms | verdict on the board, p50 and p99 ms | of the set judged, before and after '
              '| load average |\n|---|---|---|---|---|---|')
        for what, load, before, after in rows:
            done = f'{before[0]:,} and {after[0]:,} of {after[1]:,}' if after else '-'
            print(f'| {what} | {load.text()} | {done} | {loadavg()} |')
    finally:
        server.terminate()
        server.wait()


def main():
    with tempfile.TemporaryDirectory(prefix='assay-bench-', dir='/var/tmp') as folder:
        folder = pathlib.Path(folder)
        made = write_contest(folder)
        print_two(folder, made)
        print_rejudging(made)


if __name__ == '__main__':
    main()
