# SPDX-License-Identifier: MIT
"""bench_contest.py ASSAY BENCH_CONTEST FILE [SECONDS [ROUND]]: a contest under load, as tables for docs/benchmarks.md.

Server, judging (each submission is accepted at once, with 50 tests) and clients are on the same cores. The main run, of SECONDS (600),
has 1,000 teams, 10,000 viewers of the live board, 20 submissions a second, and once a minute 200 at one time. How it grows with teams
and viewers, and what TLS costs, is measured for ROUND (60) seconds each. Then 1,000 teams take part in a contest that is over, with its 1,000
teams as ghosts, for ROUND seconds. Then a log of 333,333 judged submissions is opened, from a file and from a PostgreSQL server of its own (FILE
keeps its folder)."""
import asyncio
import hashlib
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

ASSAY, BENCH, FILE = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:4])
SECONDS = int(sys.argv[4]) if len(sys.argv) > 4 else 600
ROUND = int(sys.argv[5]) if len(sys.argv) > 5 else 60
TREE = pathlib.Path(__file__).resolve().parent.parent
POSTGRES = TREE / 'support/postgres.sh'
PROBLEMS = 15
SUBMISSIONS = 333_333  # in the log
sys.path.insert(0, str(TREE / 'soak'))
import contest as contests  # noqa: E402


def run(*command):
    return subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def write_contest(folder, teams):
    """A contest that began a minute ago. All accounts have the same hash of a password."""
    if not (folder / 'sum').exists():
        contests.write_package(folder / 'sum')
    made = folder / f'contest-{teams}'
    if made.exists():
        return made
    problems = [part for _ in range(PROBLEMS) for part in ('--problems', folder / 'sum')]
    run(ASSAY, 'contest', 'new', made, '--teams', teams, *problems)
    settings = made / 'contest.yaml'
    dropped = ('id:', 'duration', 'scoreboard_freeze', 'start_time', 'limits')
    lines = [line for line in settings.read_text().splitlines() if not line.startswith(dropped)]
    start = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() - 60))
    settings.write_text('\n'.join(lines) + f'\nid: bench\nduration: 9:00:00\nstart_time: {start}\n'
                        'limits: {submissions_per_minute: unlimited}\n')
    problems = [f'- {{id: problem{number}, package: "{folder / "sum"}"}}\n' for number in range(1, PROBLEMS + 1)]
    (made / 'problems.yaml').write_text(''.join(problems))
    password = run(BENCH, 'hash', 'bench-password').strip()
    accounts = [f"- {{username: team{number}, type: team, team_id: team{number}, password: '{password}'}}\n"
                for number in range(1, teams + 1)]
    file = made / 'accounts.yaml'
    file.write_text("- {username: admin, type: admin, password: bench-admin-password}\n" + ''.join(accounts))
    file.chmod(0o600)
    return made


def figures(text):
    return dict(part.split('=') for part in text.split())


def measure(folder, teams, viewers, seconds, *tls):
    made = write_contest(folder, teams)
    for old in made.glob('contest.db*'):
        old.unlink()
    return figures(run(BENCH, 'serve', made, f'sqlite:{made}/contest.db', teams, viewers, 20, seconds, *tls))


def certificate(folder):
    key, cert = folder / 'key.pem', folder / 'cert.pem'
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key,
                    '-out', cert, '-days', '2', '-subj', '/CN=localhost'], check=True, stderr=subprocess.DEVNULL)
    return cert, key


# ---- the load ----

COLUMNS = ('verdict to board, p50 and p99 ms', 'submission, p50 and p99 ms', 'of 200 at once, p99 ms', 'board page, p50 and p99 ms',
           'log-in of all, alone and during the load, s', 'server, MiB and cores')


def print_load(what, found):
    def get(*names):
        return ' / '.join(found.get(name, '-') for name in names)
    print('| ' + ' | '.join((what, get('board_p50_ms', 'board_p99_ms'), get('submit_p50_ms', 'submit_p99_ms'), get('burst_p99_ms'),
                             get('page_p50_ms', 'page_p99_ms'), get('login_s', 'login_beside_s'),
                             get('server_most_mib', 'server_cores'))) + ' |')
    print(f'{what}: {found}', file=sys.stderr)
    sys.stdout.flush()


def print_loads(folder):
    print(f'{SECONDS} s of 20 submissions a second, and once a minute 200 at one time; further rows {ROUND} s each.\n')
    print('| teams, viewers | ' + ' | '.join(COLUMNS) + ' |')
    print('|---' * (len(COLUMNS) + 1) + '|')
    if SECONDS:
        print_load('1,000, 10,000', measure(folder, 1000, 10000, SECONDS))
    if ROUND:
        for teams, viewers in ((100, 1000), (100, 10000), (1000, 1000), (1000, 5000)):
            print_load(f'{teams:,}, {viewers:,}', measure(folder, teams, viewers, ROUND))
        print_load('1,000, 1,000, TLS', measure(folder, 1000, 1000, ROUND, *certificate(folder)))


# ---- a long log ----

def history(tests, count=SUBMISSIONS, start=None, step_ms=0.1):
    """Submissions and their ends, as (job, body, verdict, runs); each is two events after the first."""
    start = start or int(time.time() * 1000) - 50_000
    teams = 1000
    for number in range(count):
        job, now = number + 1, start + int(number * step_ms)
        body = ('{"type":"submission","wall_ms":%d,"team":"team%d","account":"team%d","problem":"problem%d","language":"python3",'
                '"name":"main.py","files":"%064x"}' % (now, number * 7 % teams + 1, number * 7 % teams + 1,
                                                       number // teams % PROBLEMS + 1, number))
        verdict = (1, 2, 2, 4, 3)[number % 5]
        runs = ''.join(f'{test},1,{1000000 + number},' for test in range(tests - 1))
        yield job, body, verdict, '{%s%d,%d,1000000}' % (runs, tests - 1, verdict)


# Rows that the log refers to: the job of an event, its valid result, and what these refer to.
PACKAGE = '0' * 64
FIRST_ROWS = (f"INSERT INTO blob (digest, size) VALUES ('{PACKAGE}', 0) ON CONFLICT DO NOTHING;"
              f"INSERT INTO package (digest, name) VALUES ('{PACKAGE}', 'bench') ON CONFLICT DO NOTHING;")
JOB = 'id, space, package, submission, options, class, priority, owner, lane, tag, state, claimed, result'
RESULT = 'id, job, attempt, session, verdict, bytes, recorded, group_scores, runs'


def fill_sqlite(made, tests, submissions=None, notes=()):
    file = made / 'contest.db'
    database = sqlite3.connect(file)
    (space,) = database.execute('SELECT space FROM event LIMIT 1').fetchone()
    now = int(time.time() * 1000)
    database.executescript(FIRST_ROWS)
    database.execute('INSERT INTO submission (id, space, owner, path, files, received) VALUES (1, ?, ?, ?, ?, 0)', (space, '', '', PACKAGE))
    for job, body, verdict, runs in submissions or history(tests):
        database.execute(f'INSERT INTO job ({JOB}) VALUES (?, ?, ?, 1, ?, 0, 0, ?, ?, 0, 2, ?, ?)', (job, space, PACKAGE, b'', '', '', now, job))
        database.execute(f'INSERT INTO result ({RESULT}) VALUES (?, ?, 1, 1, ?, ?, ?, ?, ?)', (job, job, verdict, PACKAGE, now, '{}', runs))
        database.executemany('INSERT INTO event (space, job, kind, time, body) VALUES (?, ?, ?, ?, ?)',
                             ((space, job, 0, now, body.encode()), (space, job, 1, now, None)))
    database.executemany('INSERT INTO event (space, job, kind, time, body) VALUES (?, 0, ?, ?, ?)',
                         ((space, NOTE, now, body.encode()) for body in notes))
    database.commit()
    database.close()
    return f'sqlite:{file}'


def fill_postgres(made, tests, url):
    def sql(text):
        return subprocess.run(['psql', '-qAtX', '-v', 'ON_ERROR_STOP=1', url], input='SET search_path = assay;' + text, text=True, check=True,
                              stdout=subprocess.PIPE).stdout
    space = sql('SELECT space FROM event LIMIT 1').strip()
    number = int(sql('SELECT max(number) FROM event'))
    now = int(time.time() * 1000)
    sql(FIRST_ROWS + f"INSERT INTO submission (id, space, owner, path, files, received) VALUES (1, {space}, '', '', '{PACKAGE}', 0)")
    tables = {'result': RESULT, 'job': JOB, 'event': 'number, space, job, kind, time, body'}
    files = {table: tempfile.NamedTemporaryFile('w', dir=made, suffix='.copy') for table in tables}
    for job, body, verdict, runs in history(tests):
        number += 2
        files['result'].write(f'{job}\t{job}\t1\t1\t{verdict}\t{PACKAGE}\t{now}\t{{}}\t{runs}\n')
        files['job'].write(f'{job}\t{space}\t{PACKAGE}\t1\t\t0\t0\t\t\t0\t2\t{now}\t{job}\n')
        files['event'].write(f'{number - 1}\t{space}\t{job}\t0\t{now}\t' + r'\\x' + body.encode().hex() + '\n')
        files['event'].write(f'{number}\t{space}\t{job}\t1\t{now}\t\\N\n')
    for file in files.values():
        file.flush()
    # Jobs and results refer to each other.
    sql('ALTER TABLE result DROP CONSTRAINT result_job_fkey;'
        + ''.join(f"\n\\copy {table} ({columns}) from '{files[table].name}'\n" for table, columns in tables.items()))
    return url


def print_open(folder):
    made = write_contest(folder, 1000)
    print(f'\n| store | tests | a log of {SUBMISSIONS:,} judged submissions is open after, s | server, MiB |\n|---|---|---|---|')
    for tests in (10, 50):
        for old in made.glob('contest.db*'):
            old.unlink()
        run(BENCH, 'open', made, f'sqlite:{made}/contest.db')
        found = figures(run(BENCH, 'open', made, fill_sqlite(made, tests)))
        print(f"| a file | {tests} | {found['open_s']} | {found['open_mib']} |")
        sys.stdout.flush()
    subprocess.run([POSTGRES, 'start', FILE], check=True)
    try:
        url = f'postgresql://postgres@/postgres?host={pathlib.Path(FILE).read_text().strip()}'
        run(BENCH, 'open', made, url)
        found = figures(run(BENCH, 'open', made, fill_postgres(made, 10, url)))
        print(f"| a server | 10 | {found['open_s']} | {found['open_mib']} |")
    finally:
        subprocess.run([POSTGRES, 'stop', FILE], check=True)


# ---- ghosts ----

TEAMS, GHOST_SUBMISSIONS, POLL_S = 1000, 20_000, 15
HOUR_MS = 3_600_000
NOTE = 4  # AS_STORE_EVENT_NOTE


def token_of(team):
    return f'{team:064x}'


def token_hash(token):
    """As site/session.c: log-ins would take longer than all the rest."""
    texts = (text.encode() for text in ('session', token))
    return hashlib.blake2b(b''.join(len(text).to_bytes(8, 'little') + text for text in texts), digest_size=32).hexdigest()


def write_virtual(folder):
    """A contest of five hours that is over, with 1,000 other teams that started within the last five hours."""
    made = write_contest(folder, 2 * TEAMS)
    start = int(time.time()) * 1000 - 11 * HOUR_MS
    at = [time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(ms / 1000)) for ms in (start, start + 6 * HOUR_MS, start + 48 * HOUR_MS)]
    settings = made / 'contest.yaml'
    lines = [line for line in settings.read_text().splitlines() if not line.startswith(('duration', 'start_time'))]
    settings.write_text('\n'.join(lines) + f"\nduration: 5:00:00\nstart_time: {at[0]}\nvirtual: {{from: '{at[1]}', to: '{at[2]}'}}\n")
    run(BENCH, 'open', made, f'sqlite:{made}/contest.db')
    expires = int(time.time() * 1000) + HOUR_MS
    sessions = ('{"type":"session","username":"team%d","hash":"%s","expires_ms":%d}' % (team, token_hash(token_of(team)), expires)
                for team in range(TEAMS + 1, 2 * TEAMS + 1))
    starts = ('{"type":"start","wall_ms":%d,"team":"team%d","account":"team%d"}' % (start + 6 * HOUR_MS + (team - TEAMS) * 5 * HOUR_MS // TEAMS, team, team)
              for team in range(TEAMS + 1, 2 * TEAMS + 1))
    fill_sqlite(made, 10, history(10, GHOST_SUBMISSIONS, start, 5 * HOUR_MS / GHOST_SUBMISSIONS), [*starts, *sessions])
    return made


async def ask(port, method, path, headers='', body=''):
    """Status, headers and size of an answer, on a connection of its own."""
    reader, writer = await asyncio.open_connection('127.0.0.1', port, limit=1 << 22)
    writer.write(f'{method} {path} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n{headers}Content-Length: {len(body)}\r\n\r\n{body}'.encode())
    text = await reader.read(-1)
    writer.close()
    head = text.split(b'\r\n\r\n', 1)[0].decode()
    return int(head.split(' ', 2)[1]), head, len(text)


async def take_part(port, team, end, times):
    """A browser with its own board, which it asks for again and again."""
    tag = ''
    await asyncio.sleep(random.uniform(0, POLL_S))
    while time.monotonic() < end:
        begin = time.monotonic()
        status, head, size = await ask(port, 'GET', '/start/board', f'Cookie: assay={token_of(team)}\r\n{tag}')
        times.append((time.monotonic() - begin, status, size))
        found = re.search(r'(?im)^etag: (\S+)', head)
        tag = f'If-None-Match: {found[1]}\r\n' if found else ''
        await asyncio.sleep(max(0, begin + POLL_S - time.monotonic()))


def cpu_s(process):
    fields = pathlib.Path(f'/proc/{process}/stat').read_text().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


async def watch_cpu(server, seconds):
    """The server's cores in each second."""
    before = cpu_s(server.pid)
    while True:
        begin = time.monotonic()
        await asyncio.sleep(1)
        now = cpu_s(server.pid)
        seconds.append((now - before) / (time.monotonic() - begin))
        before = now


async def take_part_all(server, port):
    times, seconds = [], []
    watch = asyncio.create_task(watch_cpu(server, seconds))
    before, begin = cpu_s(server.pid), time.monotonic()
    end = begin + max(ROUND, 4 * POLL_S)
    await asyncio.gather(*(take_part(port, team, end, times) for team in range(TEAMS + 1, 2 * TEAMS + 1)))
    watch.cancel()
    return sorted(times), (cpu_s(server.pid) - before) / (time.monotonic() - begin), max(seconds)


def memory_mib(server, key):
    return int(re.search(rf'{key}:\s*(\d+)', pathlib.Path(f'/proc/{server.pid}/status').read_text())[1]) // 1024


def print_ghosts(folder):
    made = write_virtual(folder)
    server = subprocess.Popen([ASSAY, 'serve', made, '--store', f'sqlite:{made}/contest.db', '--listen', '127.0.0.1:0', '--json'], stdout=subprocess.PIPE,
                              text=True)
    port = int(re.search(r'127\.0\.0\.1:(\d+)', server.stdout.readline())[1])
    try:
        opened = memory_mib(server, 'VmRSS')
        times, cores, most = asyncio.run(take_part_all(server, port))
        memory = memory_mib(server, 'VmHWM')
    finally:
        server.terminate()
        server.wait()
    p50, p99 = (1000 * times[int(len(times) * part)][0] for part in (0.5, 0.99))
    full = [size for _, status, size in times if status == 200]
    print('\n| virtual teams, ghosts, submissions | own board, p50 and p99 ms | requests, changed | KiB | server, MiB when open and at most | cores, mean and in the busiest second |\n'
          '|---|---|---|---|---|---|')
    print(f'| {TEAMS:,}, {TEAMS:,}, {GHOST_SUBMISSIONS:,} | {p50:.1f} / {p99:.1f} | {len(times):,}, {len(full):,} | '
          f'{max(full) // 1024} | {opened} / {memory} | {cores:.2f} / {most:.2f} |')
    sys.stdout.flush()


def main():
    with tempfile.TemporaryDirectory(prefix='assay-bench-', dir='/var/tmp') as folder:
        folder = pathlib.Path(folder)
        print_loads(folder)
        if ROUND:
            print_ghosts(folder)
        print_open(folder)


if __name__ == '__main__':
    main()
