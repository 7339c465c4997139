#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Failures of the network between workers and their store: the results are those of an undisturbed run, one for each job.

usage: partition.py ASSAY [--seed N] [--only SCENARIO] [--storm-seconds N]

Two workers, each in a room (rooms.py), with a core of its own and the rights of a worker, judge classes of
`assay judge --store -j 0`. Room 1 reaches the server directly; its link is taken down, and packets are dropped by iptables. Room 2
reaches it through a proxy of this script, which delays bytes or holds them back. After each class its documents are
compared with those of a command without a store, except for times and workers. At the end `assay store check` finds
no problem, and nothing is left on the host. Each scenario checks that its fault was felt.
"""
import argparse
import ctypes
import os
import random
import socket
import subprocess
import sys
import threading
import time

from course import Course, rooms
from kill import PR_SET_CHILD_SUBREAPER, Fault, expect_nothing

PORT, LATE_PORT = 5432, 5433
DATABASE, ROLE, PASSWORD = "course", "hand", "open sesame"
AWAY, BACK = "the store is away: ", "the store is back\n"


# ---- the network ----

def address_of(port):
    return f"postgresql://{ROLE}@{rooms.ADDRESS}:{port}/{DATABASE}"


class Proxy:
    """Forwards connections to the server, with a delay for each piece; pieces of held connections wait."""

    def __init__(self):
        self.delay_s = 0.0
        self.delayed = 0
        self.gate = self.open_gate()
        self.listener = socket.create_server((rooms.ADDRESS, LATE_PORT))
        threading.Thread(target=self.accept, daemon=True).start()

    @staticmethod
    def open_gate():
        gate = threading.Event()
        gate.set()
        return gate

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            try:
                far = socket.create_connection((rooms.ADDRESS, PORT))
            except OSError:
                near.close()
                continue
            for source, target in (near, far), (far, near):
                threading.Thread(target=self.pass_on, args=(source, target, self.gate), daemon=True).start()

    def pass_on(self, source, target, gate):
        try:
            while piece := source.recv(65536):
                self.delayed += self.delay_s > 0
                time.sleep(self.delay_s)
                gate.wait()
                target.sendall(piece)
        except OSError:
            pass
        for end in source, target:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def hold(self, new_too):
        """Holds the open connections, and optionally new ones, until the returned gate is set."""
        gate = self.gate
        gate.clear()
        if not new_too:
            self.gate = self.open_gate()
        return gate


class Rule:
    """Drops packets of room 1: requests (INPUT), answers (OUTPUT)."""

    def __init__(self, chain, room, probability=1.0):
        self.chain = chain
        self.words = ["-i" if chain == "INPUT" else "-o", room.link]
        if probability < 1:
            self.words += ["-m", "statistic", "--mode", "random", "--probability", str(probability)]
        self.words += ["-j", "DROP"]

    def __enter__(self):
        subprocess.run(["iptables", "-I", self.chain, *self.words], check=True)
        return self

    def __exit__(self, *_):
        subprocess.run(["iptables", "-D", self.chain, *self.words], check=True)

    def count(self):
        """The number of dropped packets; the chain has no other rule."""
        listed = subprocess.run(["iptables", "-nvxL", self.chain], check=True, stdout=subprocess.PIPE, text=True)
        return sum(int(line.split()[0]) for line in listed.stdout.splitlines() if " DROP " in line)


# ---- the course ----

class World(Course):
    """Two workers in rooms: one, whose link fails, and one behind the proxy."""

    def __init__(self, options, classes):
        super().__init__(options.assay, classes, rooms.NETWORK)
        self.storm_s, self.draw = options.storm_seconds, random.Random(options.seed)
        self.rooms, self.cut_count = [], 0
        self.proxy = Proxy()

    def start(self, cores):
        self.make_store(DATABASE)
        self.server.sql(f"CREATE ROLE {ROLE} LOGIN PASSWORD '{PASSWORD}'")
        self.run("store", "grant", self.url, ROLE, "worker")
        for number, port in (1, PORT), (2, LATE_PORT):
            self.rooms.append(rooms.Room(number))
            worker = self.start_worker(f"room {number}", cores[number - 1], address_of(port), inside=self.rooms[-1].inside,
                                       more={"PGPASSWORD": PASSWORD})
            worker.await_text(f"worker room {number}: 1 core")

    def await_claim(self, number):
        rooms.wait_for(f"a claim of room {number}", lambda: self.count_claims(f"room {number}"))

    def await_burial(self, number):
        """Waits until the server has ended the sessions of a room."""
        rooms.wait_for(f"the end of the session of room {number}", lambda: not self.number(
            f"SELECT count(*) FROM assay.session WHERE name = 'room {number}'"))

    def end(self):
        for worker in self.workers:
            worker.end()
        self.check_store()
        self.close_rooms()
        self.server.stop()
        for worker in self.workers:
            expect_nothing(self.folder, worker.process.pid)

    def close_rooms(self):
        for room in self.rooms:
            room.close()

    def close(self):
        super().close()
        self.close_rooms()


# ---- faults; each returns when the network works again ----

def link_flaps(world, client):
    """No connection is lost: TCP sends again."""
    world.await_claim(1)
    while client.poll() is None:
        world.rooms[0].set_link("down")
        time.sleep(2)
        world.rooms[0].set_link("up")
        time.sleep(1)


def expect_cut(world):
    """The worker cancels its jobs, and the server ends its session."""
    world.workers[0].await_text(AWAY)
    world.cut_count = world.count_claims("room 1")
    world.await_burial(1)


def link_down(world, _client):
    world.await_claim(1)
    world.rooms[0].set_link("down")
    expect_cut(world)
    world.rooms[0].set_link("up")
    world.workers[0].await_text(BACK)


def drop(world, chain):
    world.await_claim(1)
    with Rule(chain, world.rooms[0]):
        expect_cut(world)
    world.workers[0].await_text(BACK)


def requests_lost(world, _client):
    drop(world, "INPUT")


def answers_lost(world, _client):
    drop(world, "OUTPUT")


def packets_lost(world, client):
    room = world.rooms[0]
    with Rule("INPUT", room, 0.2) as requests, Rule("OUTPUT", room, 0.2) as answers:
        client.wait(rooms.PATIENCE_S)
        if not requests.count() or not answers.count():
            raise Fault("no packet was lost")


def answers_late(world, client):
    world.proxy.delay_s = 0.2
    client.wait(rooms.PATIENCE_S)
    world.proxy.delay_s = 0.0
    if not world.proxy.delayed:
        raise Fault("nothing was late")


def hold(world, new_too):
    world.await_claim(2)
    gate = world.proxy.hold(new_too)
    world.workers[1].await_text(AWAY)
    if not new_too:
        world.workers[1].await_text(BACK)
    gate.set()
    if new_too:
        world.workers[1].await_text(BACK)


def requests_held(world, _client):
    """A new session takes the claims back; then the requests of the old one arrive."""
    hold(world, False)


def all_held(world, _client):
    """The requests of the old session arrive before the new one begins: a result among them counts."""
    hold(world, True)


def storm(world, client):
    """Everything, in any order."""
    end = time.monotonic() + world.storm_s
    while client.poll() is None and time.monotonic() < end:
        length_s, kind = world.draw.uniform(0.5, 14), world.draw.randrange(5)
        world.proxy.delay_s = world.draw.choice([0, 0.1])
        gate = world.proxy.hold(world.draw.random() < 0.5) if kind == 0 else None
        if kind == 1:
            world.rooms[0].set_link("down")
        if kind in (2, 3):
            with Rule("INPUT" if kind == 2 else "OUTPUT", world.rooms[0]):
                time.sleep(length_s)
        else:
            with Rule("INPUT", world.rooms[0], 0.1), Rule("OUTPUT", world.rooms[0], 0.1):
                time.sleep(length_s)
        world.rooms[0].set_link("up")
        if gate:
            gate.set()
        time.sleep(world.draw.uniform(0, 1.5))
    world.proxy.delay_s = 0.0


SCENARIOS = [link_flaps, link_down, requests_lost, answers_lost, packets_lost, answers_late, requests_held, all_held, storm]


# ---- a class ----

def judge_class(world, scenario, expected, jobs):
    name = scenario.__name__
    begin, world.cut_count = time.monotonic(), 0
    before = world.number("SELECT coalesce(sum(attempt - 1), 0) FROM assay.job")
    for worker in world.workers:
        worker.forget()
    client = world.start_client(name)
    scenario(world, client)
    world.expect_documents(name, client.wait(rooms.PATIENCE_S), expected)
    world.check_rows(jobs)
    again = world.number("SELECT coalesce(sum(attempt - 1), 0) FROM assay.job") - before
    if again < world.cut_count:
        raise Fault(f"{again} jobs were claimed again, of {world.cut_count} that were cut off")
    print(f"| {name.replace('_', ' ')} | {len(expected)} | {again} | {time.monotonic() - begin:.0f} |", flush=True)


def run(world, scenarios, cores):
    expected = world.judge_undisturbed()
    world.start(cores)
    print("| network of a worker | jobs | claimed again | s |\n|---|---|---|---|", flush=True)
    # The store was made with a job.
    jobs = 1
    for scenario in scenarios:
        jobs += world.classes[scenario.__name__]
        judge_class(world, scenario, expected[scenario.__name__], jobs)
    world.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("assay")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--only", choices=[scenario.__name__ for scenario in SCENARIOS])
    parser.add_argument("--storm-seconds", type=float, default=30)
    options = parser.parse_args()
    rooms.enter()
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        rooms.skip("cores", "each worker needs one of its own")
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        sys.exit("cannot become the subreaper")
    scenarios = [scenario for scenario in SCENARIOS if options.only in (None, scenario.__name__)]
    print(f"seed {options.seed}", flush=True)
    world = World(options, {scenario.__name__: 48 if scenario is storm else 12 for scenario in scenarios})
    try:
        run(world, scenarios, cores)
    except (Fault, TimeoutError, subprocess.TimeoutExpired) as fault:
        world.print_logs()
        sys.exit(f"{fault}")
    finally:
        world.close()
    print("each job has one result, and all are those of an undisturbed run")


if __name__ == "__main__":
    main()
