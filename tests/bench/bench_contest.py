# SPDX-License-Identifier: MIT
"""bench_contest.py ASSAY BENCH_CONTEST FILE [SECONDS [ROUND]]: a contest under load, as tables for docs/benchmarks.md.

Server, judging (each submission is accepted at once, with 50 tests) and clients are on the same cores. The main run, of SECONDS (600),
has 1,000 teams, 10,000 viewers of the live board, 20 submissions a second, and once a minute 200 at one time. How it grows with teams
and viewers, and what TLS costs, is measured for ROUND (60) seconds each. Then a log of a million events is opened, from a file and from
a PostgreSQL server of its own (FILE keeps its folder)."""
import pathlib
import shutil
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
           'log-in of all, alone and beside, s', 'server, MiB and cores')


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


def main():
    with tempfile.TemporaryDirectory(prefix='assay-bench-', dir='/var/tmp') as folder:
        folder = pathlib.Path(folder)
        print_loads(folder)


if __name__ == '__main__':
    main()
