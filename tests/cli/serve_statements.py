#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""All statements on one page, in the language of the reader, in a browser and on paper: each problem begins on a page of its own.

usage: serve_statements.py ASSAY [FOLDER for pictures]
"""
import base64
import http.client
import os
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import browser as browsers  # noqa: E402
import contest as contests  # noqa: E402
import serve_live  # noqa: E402
from serve import Browser, expect  # noqa: E402

TEXTS = {"en": "Read two numbers and print their sum $a + b$.\n\n## Input\n\nTwo integers $-10^9 \\le a, b \\le 10^9$.\n",
         "de": "Lies zwei Zahlen und gib ihre Summe aus.\n\n## Eingabe\n\nZwei ganze Zahlen.\n"}
FORMS = {"A": ("en", "de"), "B": ("en",), "C": ()}


def write_problems(folder):
    """A in two languages, B in English, C as a PDF."""
    lines = []
    for label, languages in FORMS.items():
        package = folder / f"sum{label}"
        shutil.copytree(folder / "sum", package)
        statement = package / "statement"
        statement.mkdir()
        for language in languages:
            (statement / f"problem.{language}.md").write_text(TEXTS[language])
        if not languages:
            (statement / "problem.en.pdf").write_bytes(b"%PDF-1.4\n")
        names = {"en": f"The Sum {label}", "de": f"Die Summe {label}"}
        text = (package / "problem.yaml").read_text()
        (package / "problem.yaml").write_text(re.sub("(?m)^name:.*", f"name: {{{', '.join(f'{one}: {names[one]}' for one in languages or ('en',))}}}",
                                                     text))
        sample = package / "data/sample"
        sample.mkdir()
        (sample / "1.in").write_text("3 4\n")
        (sample / "1.ans").write_text("7\n")
        lines.append(f"- {{id: sum{label.lower()}, label: {label}, package: ../sum{label}}}\n")
    (folder / "contest/problems.yaml").write_text("".join(lines))


def get(server, path, languages=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", path, headers={"Accept-Language": languages} if languages else {})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    expect(answer.status == 200, f"{path}: {answer.status}")
    return text


def check_languages(server):
    """?language, else the browser's languages in their order, else English; problem by problem."""
    for path, languages, german in (("/statements", None, False), ("/statements", "de-AT,de;q=0.9,en;q=0.5", True), ("/statements", "fr, de", True),
                                    ("/statements", "en-US,en;q=0.9,de;q=0.8", False), ("/statements?language=de", "en", True),
                                    ("/statements?language=xx", None, False), ("/problems/suma", "de", True), ("/problems/suma?language=en", "de", False)):
        text = get(server, path, languages)
        expect(("Lies zwei Zahlen" in text) == german and ('lang="de"' in text) == german, f"{path} for {languages}")
        expect(("Die Summe A" in text) == german and ("The Sum A" in text) != german, f"{path} for {languages}: the name")
        if path.startswith("/statements"):
            expect("The Sum B" in text and "Read two numbers" in text, f"{path} for {languages}: B has only English")
            expect('href="/problems/sumc/files/problem.en.pdf"' in text, "the PDF of C is not linked")
            expect(text.count("Time limit <b>5.00 s</b>") == 3 and text.count("Memory limit <b>") == 3, f"limits: {re.findall('<li>.*?</li>', text)}")
            expect('href="/statements?language=de"' in text, "no link to the other language")


def print_pages(browser):
    """The number of pages on paper."""
    pdf = base64.b64decode(browser.call("POST", "/goog/cdp/execute", {"cmd": "Page.printToPDF", "params": {"preferCSSPageSize": True}})["data"])
    if serve_live.PICTURES:
        (serve_live.PICTURES / "statements.pdf").write_bytes(pdf)
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def check_paper(browser):
    browser.go("/statements")
    browser.wait("formulas", "document.querySelector('.katex')")
    serve_live.draw(browser, "statements")
    pages = print_pages(browser)
    expect(pages == 4, f"contents and three problems are {pages} pages")
    browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"media": "print"}})
    shown = browser.run("return ['.top', 'footer', 'button.copy', '.only-print', 'h1', 'section']"
                        ".filter(e => document.querySelector(e)?.getClientRects().length > 0).join(' ')")
    expect(shown == ".only-print h1 section", f"on paper are {shown}")
    serve_live.draw(browser, "statements-paper")
    browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"media": ""}})
    for width, colours in ((1920, "dark"), (400, "light")):
        metrics = {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
        browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics})
        browser.prefer(colours)
        for page in ("/problems", "/statements", "/problems/suma", "/languages", "/rules"):
            browser.go(page)
            expect(not browser.run("return document.documentElement.scrollWidth > innerWidth"), f"{page} is wider than {width} px")
            serve_live.draw(browser, f"{page[1:].replace('/', '-')}-{width}")


def check_languages_page(server):
    """Versions, commands and limits; of a language that is not installed, nothing."""
    text = get(server, "/languages")
    expect(re.search(r"<bdi>Python 3</bdi></th><td><bdi>Python 3\.\d+", text), f"no version of Python: {text}")
    expect("<code>/usr/bin/g++ -x c++ -std=gnu++20 -O2 -DONLINE_JUDGE -pipe -static -o program FILES</code>" in text, "the command of C++")
    marks = set(re.findall("[{][^}]*[}]", text))
    expect("<code>/usr/bin/python3 MAIN</code>" in text, "the command of Python")
    expect(marks <= {"{memory_kib}", "{memory_mib}", "{stack_kib}", "{stack_mib}"}, f"placeholders: {marks}")
    expect(text.count("128 KiB") == 3 and "60.0 s" in text, "limits of sources and compilers")


def check_rules(server):
    text = get(server, "/rules")
    for words in ("each earlier rejected submission adds 20 minutes", "Run-time error", "Duration <b>3:00:00", 'href="/clarifications"'):
        expect(words in text, f"the rules do not say '{words}'")


def check_start(server):
    """Before the start nobody but the jury sees a statement."""
    expect("Read two numbers" not in get(server, "/statements"), "a statement before the start")
    expect("The Sum" not in get(server, "/languages") + get(server, "/rules"), "names of problems before the start")
    jury = Browser(server)
    expect(jury.log_in("admin", server.passwords["admin"])[0] == 303, "log-in")
    expect("Read two numbers" in jury.get("/statements")[1], "the jury sees no statements")
    expect(jury.post("/jury/clock", "/jury/clock", action="start")[0] == 303, "starting")


def play(server, driver):
    check_start(server)
    check_languages(server)
    check_languages_page(server)
    check_rules(server)
    browser = browsers.Browser(driver, f"http://127.0.0.1:{server.port}", "reader")
    check_paper(browser)
    said = browser.complaints()
    expect(not said, "\n".join(said))
    browser.close()


def main(assay):
    serve_live.require_driver()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-statements-"))
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    server = driver = None
    try:
        passwords = contests.write_contest(assay, folder)
        write_problems(folder)
        file = folder / "contest/contest.yaml"
        file.write_text(re.sub("(?m)^start_time: .*\n", "", file.read_text()))
        server = contests.Server(assay, folder, None)
        server.passwords = passwords
        driver = browsers.Driver(folder)
        play(server, driver)
    finally:
        if driver:
            driver.close()
        if server:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
