# SPDX-License-Identifier: MIT
"""bench_contest.py ASSAY BENCH_CONTEST FILE [SECONDS [ROUND]]: a contest under load, as tables for docs/benchmarks.md.

Server, judging (each submission is accepted at once, with 50 tests) and clients are on the same cores. The main run, of SECONDS (600),
has 1,000 teams, 10,000 viewers of the live board, 20 submissions a second, and once a minute 200 at one time. How it grows with teams
and viewers, and what TLS costs, is measured for ROUND (60) seconds each. Then a log of a million events is opened, from a file and from
a PostgreSQL server of its own (FILE keeps its folder)."""
import pathlib
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
EVENTS = 1_000_000
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

def sessions_and_submissions(made, tests):
    """Events after the first, as (job, kind, body): a third each are submissions, jobs that ended, and judgements."""
    start = int(time.time() * 1000) - 50_000
    teams = 1000
    for number in range(EVENTS // 3):
        job, now = number + 1, start + number // 10
        yield job, 0, ('{"type":"submission","wall_ms":%d,"team":"team%d","account":"team%d","problem":"problem%d","language":"python3",'
                       '"name":"main.py","files":"%064x"}' % (now, number * 7 % teams + 1, number * 7 % teams + 1,
                                                              number // teams % PROBLEMS + 1, number))
        yield job, 1, None
        verdict = ('AC', 'WA', 'WA', 'TLE', 'RTE')[number % 5]
        runs = ','.join(f'[{test},"AC",{1000000 + number}]' for test in range(tests - 1))
        yield 0, 4, ('{"type":"judgement","job":%d,"verdict":"%s","begin_ms":%d,"end_ms":%d,"runs":[%s,[%d,"%s",1000000]],'
                     '"max_run_ns":2000000}' % (job, verdict, now, now, runs, tests - 1, verdict))


def fill_sqlite(made, tests):
    file = made / 'contest.db'
    database = sqlite3.connect(file)
    (space,) = database.execute('SELECT space FROM event LIMIT 1').fetchone()
    now = int(time.time() * 1000)
    database.executemany('INSERT INTO event (space, job, kind, time, body) VALUES (?, ?, ?, ?, ?)',
                         ((space, job, kind, now, body and body.encode()) for job, kind, body in sessions_and_submissions(made, tests)))
    database.commit()
    database.close()
    return f'sqlite:{file}'


def fill_postgres(made, tests, url):
    def sql(text):
        return subprocess.run(['psql', '-qAtX', '-v', 'ON_ERROR_STOP=1', url], input=text, text=True, check=True,
                              stdout=subprocess.PIPE).stdout
    space = sql('SELECT space FROM assay.event LIMIT 1').strip()
    first = int(sql('SELECT max(number) FROM assay.event')) + 1
    now = int(time.time() * 1000)
    with tempfile.NamedTemporaryFile('w', dir=made, suffix='.copy') as rows:
        for number, (job, kind, body) in enumerate(sessions_and_submissions(made, tests), first):
            rows.write(f'{number}\t{space}\t{job}\t{kind}\t{now}\t' + (r'\\x' + body.encode().hex() if body else r'\N') + '\n')
        rows.flush()
        sql(f"\\copy assay.event (number, space, job, kind, time, body) from '{rows.name}'\n")
    return url


def print_open(folder):
    made = write_contest(folder, 1000)
    print(f'\n| store | tests | a log of {EVENTS:,} events is open after, s | server, MiB |\n|---|---|---|---|')
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


def main():
    with tempfile.TemporaryDirectory(prefix='assay-bench-', dir='/var/tmp') as folder:
        folder = pathlib.Path(folder)
        print_loads(folder)
        print_open(folder)


if __name__ == '__main__':
    main()
