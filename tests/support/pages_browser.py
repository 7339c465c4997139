#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The pages of a contest in a browser, as the server sends them. Their content policy refuses nothing, every text can be read in light and
dark, everything can be reached with the keyboard on screens of any width, and a stream updates the board. Called with the folder of the
pages (tests/contest/pages_all.h)."""
import http.server
import os
import re
import sys
import tempfile
import threading
import time

import browser as browsers

PAPER_PIXELS = 718  # A4 with margins of 1 cm
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
          "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "woff2": "font/woff2"}
# The contrast of every text with its background, as WCAG 2.1 defines it.
CONTRAST = """
const parse = c => (c.match(/[\\d.]+/g) || []).map(Number);
const light = ([r, g, b]) => [r, g, b].map(v => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; })
  .reduce((s, v, i) => s + v * [.2126, .7152, .0722][i], 0);
const behind = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor);
  if (c.length === 3 || c[3] > 0) return c; } return [255, 255, 255]; };
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) { const e = walk.currentNode.parentElement;
  if (!walk.currentNode.data.trim() || !e.getClientRects().length) continue;
  const s = getComputedStyle(e), a = light(parse(s.color)), b = light(behind(e));
  const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
  if (ratio < 4.5) said.add(`${e.tagName}.${e.className} ${ratio.toFixed(2)} ${walk.currentNode.data.slice(0, 20)}`); }
if ((light(parse(getComputedStyle(document.body).backgroundColor)) < .1) !== matchMedia('(prefers-color-scheme: dark)').matches)
  said.add('the other colours');
"""
# Every control and every scrollable part can be reached with the keyboard and has a name, and no page is wider than
# its window. All pages of the navigation are seen without scrolling it. A long name of a team has two lines in the top at most. CodeMirror has a field and bars of its own, and
# shows by its frame that it has the focus.
KEYBOARD = """
for (const e of document.querySelectorAll('*')) { const s = getComputedStyle(e); if (e.closest('.CodeMirror')) continue;
  if (!/auto|scroll/.test(s.overflowX + s.overflowY) || e.tagName === 'TEXTAREA') continue;
  if (e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight) continue;
  if (e.tabIndex !== 0 && !e.querySelector('a, button')) said.add('scrolls: ' + e.tagName + '.' + e.className); }
for (const e of document.querySelectorAll('a, button, input, select, textarea, summary, [tabindex]')) {
  if (!e.getClientRects().length || e.closest('.CodeMirror')) continue; e.focus({focusVisible: true});
  if (document.activeElement !== e) said.add('no focus: ' + e.outerHTML.slice(0, 60));
  else if (getComputedStyle(e).outlineStyle === 'none') said.add('focus is not seen: ' + e.outerHTML.slice(0, 60)); }
for (const e of document.querySelectorAll('input:not([type=hidden]), select, textarea'))
  if (!e.labels.length && !e.ariaLabel) said.add('no label: ' + e.name);
const headings = [...document.querySelectorAll('h1, h2, h3, h4')].map(e => +e.tagName[1]);
if (headings[0] !== 1 || headings.some((h, i) => i && h > headings[i - 1] + 1)) said.add('headings ' + headings);
if ([...document.querySelectorAll('[tabindex]:not([tabindex="0"])')].some(e => !e.closest('.CodeMirror'))) said.add('an order of its own');
if (document.documentElement.scrollWidth > innerWidth)
  said.add(document.documentElement.scrollWidth + ' px in a window of ' + innerWidth);
const nav = document.querySelector('.top nav');
for (const e of nav ? nav.children : [])
  if (e.getBoundingClientRect().right > nav.getBoundingClientRect().right + 1) said.add('out of the navigation: ' + e.textContent);
const name = document.querySelector('.who > a bdi');
if (name) { name.textContent = 'A Team With a Very Long Name That Goes On and On and On';
  const lines = new Set([...name.getClientRects()].map(r => Math.round(r.top))).size;
  if (lines > 2) said.add('the name in the top has ' + lines + ' lines'); }
"""
# On paper nothing scrolls or is cut, and there are no controls.
PRINT = """
for (const sheet of document.styleSheets) for (const rule of sheet.cssRules)
  if (rule.media && rule.media.mediaText === 'print') rule.media.mediaText = 'all';
for (const e of document.querySelectorAll('body *')) { const s = getComputedStyle(e);
  if (!e.getClientRects().length || e.closest('.katex, svg, .CodeMirror')) continue;
  if (/auto|scroll|hidden/.test(s.overflowX) && e.scrollWidth > e.clientWidth + 1 && e.clientWidth) said.add('cut: ' + e.tagName + '.' + e.className);
  if (/auto|scroll|hidden/.test(s.overflowY) && e.scrollHeight > e.clientHeight + 1 && e.clientHeight) said.add('cut below: ' + e.tagName + '.' + e.className);
  if (e.matches('button, input, select, textarea')) said.add('a control: ' + e.outerHTML.slice(0, 60)); }
"""
MEASURED = """<script>addEventListener('load', () => { for (const d of document.querySelectorAll('details')) d.open = true;
setTimeout(() => { const said = new Set(); %s parent.postMessage([%d, [...said].join('; ')], '*'); }, 300); });</script>"""

folder = sys.argv[1]
faults = []
measured = {}  # by address: the page with a script
changed = {"text": "", "rows": ""}  # the board that the stream brings, and then what changed of it


def read(address):
    with open(os.path.join(folder, address.replace("/", "!")), "rb") as file:
        return file.read()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        address = self.path.split("?")[0]
        if address.endswith("/events"):
            self.send_stream(address)
        elif address == "/news" or "fragment" in address:
            # A script asks, on a slow machine: nothing is new.
            self.send(304, "text/html; charset=utf-8", b"", POLICY)
        elif address in measured:
            self.send(200, "text/html; charset=utf-8", measured[address], None)
        elif os.path.isfile(os.path.join(folder, address.replace("/", "!"))):
            self.send(200, TYPES.get(address.rpartition(".")[2], "text/html; charset=utf-8"), read(address), POLICY)
        else:
            self.send(404, "text/plain", b"there is no such page", POLICY)

    def send(self, status, kind, data, policy):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        if policy:
            self.send_header("Content-Security-Policy", policy)
        self.end_headers()
        self.wfile.write(data)

    def send_stream(self, address):
        """The board that changed, if there is one. The stream ends, and the browser comes again later."""
        if not changed["text"] or address != "/board/events":
            self.send(204, "text/plain", b"", POLICY)
            return
        lines = "".join(f"data: {line}\n" for line in changed["text"].splitlines())
        rows = f"event: rows\nid: 8\ndata: {changed['rows']}\n\n" if changed["rows"] else ""
        self.send(200, "text/event-stream", f"retry: 600000\nevent: board\nid: 7\n{lines}\n{rows}".encode(), POLICY)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
home = tempfile.TemporaryDirectory()
driver = browsers.Driver(home.name)
browser = browsers.Browser(driver, f"http://127.0.0.1:{server.server_port}", "browser")
DOCUMENT = "return document.documentElement.outerHTML"


def check_policy(pages):
    for page in pages:
        browser.go(page)
        # A script keeps the clock.
        browser.wait("clock", "!document.querySelector('#clock .words:not([data-text])')")
        faults.extend(f"{page}: {line}" for line in browser.complaints())


def check_measured(pages, width, dark, measure):
    measured.clear()
    for number, page in enumerate(pages):
        measured[f"/measured{number}{page}"] = read(page).replace(
            b"</body>", (MEASURED % (measure, number)).encode() + b"</body>")
    frames = "".join(f'<iframe src="{address}" width="{width}" height="900"></iframe>' for address in measured)
    measured["/frames"] = (
        '<!DOCTYPE html><meta name="color-scheme" content="light dark"><script>const all = []; onmessage = e => { '
        "all.push(`<li>${e.data[0]}: ${e.data[1].replace(/</g, '(')}</li>`); if (all.length === " + str(len(pages)) +
        ") document.title = all.join(''); };</script>" + frames).encode()
    browser.prefer("dark" if dark else "light")
    browser.go("/frames")
    browser.wait("title of all measurements", "document.title")
    found = dict(re.findall(r"<li>(\d+): (.*?)</li>", browser.call("GET", "/title")))
    browser.complaints()  # These are about the event streams of many frames.
    for number, page in enumerate(pages):
        if found.get(str(number)) != "":
            faults.append(f"{page}, {width} px, {'dark' if dark else 'light'}: {found.get(str(number), 'not measured')}")


def check_live():
    """A stream brings a board in which the first team has solved one problem more; rows keep their marks."""
    board = read("/board/fragment").decode()
    changed["text"] = board.replace('<td class="n">5</td>', '<td class="n">55</td>', 1)
    browser.go("/team")
    browser.wait("board of the stream", "document.body.innerHTML.includes('<td class=\"n\">55</td>')")
    faults.extend(f"live: {line}" for line in browser.complaints())
    text = browser.run(DOCUMENT)
    if not re.search(r'<tr id="team-t1" class="[^"]*\bown\b', text) or not re.search(
            r'<tr id="team-t1" class="[^"]*\bchanged\b', text):
        faults.append("live: the own row, which changed, is not marked")
    if re.search(r'<tr id="team-t2" class="[^"]*\bchanged\b', text):
        faults.append("live: a row that did not change is marked")
    changed["text"] = ""


def rows_of(text):
    """The rows and the footer of a board, without marks of changes."""
    table = text.partition("<tbody>")[2].partition("</table>")[0]
    return re.sub(r' class="[^"]*(changed|own)[^"]*"|</?tbody>|\s', "", table)


def check_rows():
    """A change of rows converts one board to the other, with its ranks and its footer."""
    changed["text"], changed["rows"] = read("/board/fragment").decode(), read("/board/change").decode()
    wanted, board = rows_of(read("/board/next/fragment").decode()), ""
    until = time.monotonic() + browsers.PATIENCE
    browser.go("/")
    while board != wanted and time.monotonic() < until:
        time.sleep(0.1)
        board = rows_of(browser.run(DOCUMENT))
    faults.extend(f"rows: {line}" for line in browser.complaints())
    if board != wanted or not wanted:
        place = len(os.path.commonprefix([board, wanted]))
        begin = max(0, place - 40)
        faults.append(f"rows: {board[begin:place + 60]}, not {wanted[begin:place + 60]}")
    changed["text"] = changed["rows"] = ""


def check_libraries():
    """KaTeX writes formulas, also those that the server leaves as TeX, but not those with an error; CodeMirror is the editor."""
    browser.go("/problems/any")
    text = browser.run(DOCUMENT)
    formulas = re.findall(r'<span class="(tex[^"]*)" data-tex="([^"]*)">(.*?)(?=<span class="tex|</p>|</li>)', text, re.S)
    kept = [source for name, source, _ in formulas if "katex-made" not in name]
    if len(formulas) < 5 or kept != ["\\nothing{x}"]:
        faults.append(f"formulas: {len(formulas)}, not by KaTeX: {kept}")
    if "\\nothing{x}</span>" not in text:
        faults.append("a formula with an error is not shown as its source")
    browser.go("/submit")
    browser.wait("editor with a mode for C++", "document.querySelector('.CodeMirror') && document.querySelector('head [src*=\"mode-clike.js\"]')")


def check_all():
    addresses = sorted(name.replace("!", "/") for name in os.listdir(folder))
    addresses = [one for one in addresses if not one.startswith("/assets/") and "fragment" not in one and "/board/" not in one]
    if len(addresses) < 25:
        faults.append(f"only {len(addresses)} pages")
    check_policy(addresses)
    with_frame = [one for one in addresses if one != "/plain"]
    for is_dark in (False, True):
        check_measured(with_frame, 1600, is_dark, CONTRAST)
    check_measured(with_frame, PAPER_PIXELS, False, PRINT)
    for pixels in (1600, 400):
        check_measured(with_frame, pixels, False, KEYBOARD)
    check_live()
    check_rows()
    check_libraries()


try:
    check_all()
finally:
    driver.close()
    server.shutdown()
print("\n".join(faults))
sys.exit(1 if faults else 0)
