# SPDX-License-Identifier: MIT
"""bench_store.py BENCH_STORE FILE [SECONDS [MINUTES]]: the cost of a claim on a PostgreSQL server of its own, which is
started with tests/support/postgres.sh (FILE keeps its folder). Tables: by workers, by the length of the queue, with a
million jobs at the head that no present worker can take, with a million dead rows, and while a transaction stays open for
MINUTES (10). Each row runs for SECONDS (5), or until half of the queue was claimed. The last lines are the plan."""
import os
import subprocess
import sys
import time

BENCH, FILE = os.path.abspath(sys.argv[1]), sys.argv[2]
SECONDS = int(sys.argv[3]) if len(sys.argv) > 3 else 5
MINUTES = int(sys.argv[4]) if len(sys.argv) > 4 else 10
SERVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'support', 'postgres.sh')
CLAIM = ("SELECT id FROM assay.job WHERE lane = 'bench' AND state = 0 ORDER BY class, priority DESC, tag, id LIMIT 1 "
         'FOR UPDATE SKIP LOCKED')


def server(command):
    subprocess.run([SERVER, command, FILE], check=True)


def url():
    with open(FILE, encoding='utf-8') as file:
        return 'postgresql://postgres@/postgres?host=' + file.read().strip()


def sql(text):
    return subprocess.run(['psql', '-qAtX', '-v', 'ON_ERROR_STOP=1', url()], input=text, text=True, check=True,
                          stdout=subprocess.PIPE).stdout


def queue(count, lane='bench', job_class=2):
    """Queues copies of the first job."""
    sql('INSERT INTO assay.job (space, package, submission, options, class, priority, owner, lane, tag, state) '
        f"SELECT space, package, submission, options, {job_class}, priority, owner, '{lane}', n, 0 FROM "
        f'(SELECT * FROM assay.job ORDER BY id LIMIT 1) AS job, generate_series(1, {count}) AS n')


def empty():
    """A new store with one finished job."""
    sql('SET client_min_messages = warning; DROP SCHEMA IF EXISTS assay CASCADE')
    subprocess.run([BENCH, url(), 'prepare'], check=True)
    sql('UPDATE assay.job SET state = 2')


def measure(what, workers, jobs=0, seconds=SECONDS):
    command = [BENCH, url(), str(workers), str(seconds)] + ([str(jobs)] if jobs else [])
    figures = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    print(f'| {what} | {workers} | {figures[0]} | {int(figures[1]) / 1000:.2f} | {int(figures[2]) / 1000:.2f} |')
    sys.stdout.flush()


def measure_queue(jobs, workers, what=None):
    empty()
    queue(jobs)
    sql('VACUUM ANALYZE assay.job')
    measure(what or f'{jobs:,} jobs', workers, jobs // 2)


def by_workers():
    for workers in 1, 4, 16, 64, 256:
        measure_queue(50000, workers)


def by_length():
    for power in range(3, 8):
        measure_queue(10 ** power, 64)


def with_others_at_head():
    empty()
    queue(1000000, 'another', 0)
    queue(20000)
    sql('VACUUM ANALYZE assay.job')
    measure('20,000 jobs behind 1,000,000 of another lane', 64)


def with_dead_rows():
    """Autovacuum must not remove dead rows before the measurement."""
    empty()
    sql('ALTER TABLE assay.job SET (autovacuum_enabled = false)')
    queue(1000000)
    sql('UPDATE assay.job SET state = 2 WHERE state = 0')
    queue(50000)
    measure('50,000 jobs behind 1,000,000 dead rows, the first 64 claims', 64, 64)
    measure('the same, the claims after those', 64)
    sql('ALTER TABLE assay.job RESET (autovacuum_enabled)')


def with_open_transaction():
    empty()
    queue(2000000)
    sql('VACUUM ANALYZE assay.job')
    measure('2,000,000 jobs', 64)
    with subprocess.Popen(['psql', '-qAtX', url()], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as other:
        other.stdin.write('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM assay.version;\n')
        other.stdin.flush()
        start = time.monotonic()
        for minute in range(MINUTES + 1):
            time.sleep(max(0, start + minute * 60 - time.monotonic()))
            measure(f'a transaction is open since {minute} min', 64)
            left = start + (minute + 1) * 60 - time.monotonic() - 1
            if minute < MINUTES and left > 1:
                subprocess.run([BENCH, url(), '64', str(int(left))], check=True, stdout=subprocess.DEVNULL)
        other.stdin.close()
    measure('after its end', 64)
    sql('VACUUM assay.job')
    measure('after VACUUM', 64)


def main():
    server('start')
    try:
        sql('ALTER SYSTEM SET max_connections = 600')
        server('crash')
        server('restart')
        print('| queue | workers | jobs/s | median claim ms | 99th of 100 claims ms |\n|---|---|---|---|---|')
        by_workers()
        by_length()
        with_others_at_head()
        with_dead_rows()
        with_open_transaction()
        print('\n```\n' + sql('EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ' + CLAIM) + '```')
    finally:
        server('stop')


main()
