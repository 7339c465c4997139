#!/usr/bin/env pypy3
"""Much of the standard library: what has a library of the system behind it most of all."""
import array, ast, asyncio, base64, bisect, bz2, calendar, cmath, collections, concurrent.futures, copy, csv, ctypes
import curses, dataclasses, datetime, dbm, decimal, difflib, email.message, encodings.cp1252, encodings.idna, enum
import fractions, functools, graphlib, gzip, hashlib, heapq, hmac, html, io, ipaddress, itertools, json, locale, logging
import lzma, math, mmap, multiprocessing, operator, os, pickle, platform, pprint, queue, random, re, readline, secrets
import select, shutil, signal, socket, sqlite3, ssl, statistics, string, struct, subprocess, sys, tempfile, textwrap
import threading, time, typing, unicodedata, unittest, urllib.parse, uuid, xml.etree.ElementTree, zipfile, zlib, zoneinfo

numbers = list(map(int, sys.stdin.read().split()))[1:]
assert decimal.Decimal(1) / 8 == decimal.Decimal("0.125")
assert ctypes.CDLL("libc.so.6").abs(-3) == 3
assert sqlite3.connect(":memory:").execute("select 40 + 2").fetchone() == (42,)
for module in bz2, lzma, zlib, gzip:
    assert module.decompress(module.compress(b"many words")) == b"many words"
assert hashlib.new("sha3_256", b"").hexdigest()[:8] == "a7ffc6f8" and hashlib.blake2b(b"").digest()
assert json.loads(json.dumps({"a": [1, 2.5, None]})) == {"a": [1, 2.5, None]}
assert locale.setlocale(locale.LC_ALL, "C.UTF-8") == "C.UTF-8"
paris = zoneinfo.ZoneInfo("Europe/Paris")
assert datetime.datetime(2024, 7, 1, tzinfo=paris).utcoffset() == datetime.timedelta(hours=2)
assert unicodedata.name("\u00e9") == "LATIN SMALL LETTER E WITH ACUTE"
assert xml.etree.ElementTree.fromstring("<a><b>x</b></a>").find("b").text == "x"
assert ssl.OPENSSL_VERSION and platform.machine() and secrets.token_bytes(4) and uuid.uuid4()


async def add(part):
    await asyncio.sleep(0)
    return sum(part)


middle = len(numbers) // 2
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    parts = list(pool.map(sum, [numbers[:middle], numbers[middle:]]))
assert sum(parts) == asyncio.run(add(numbers))
print(sum(parts))
