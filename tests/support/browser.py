# SPDX-License-Identifier: MIT
"""The part of Chromium's WebDriver that tests need: each Browser is a session of its own, with its own cookies."""
import json
import os
import subprocess
import time
import urllib.error
import urllib.request

DRIVER = "/usr/bin/chromedriver"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PATIENCE = 300


class Driver:
    """The chromedriver process."""

    def __init__(self, folder):
        self.sessions = []
        self.process = subprocess.Popen([DRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                        env=dict(os.environ, HOME=str(folder)))
        for line in self.process.stdout:
            if "started successfully on port" in line:
                self.port = int(line.rstrip().rstrip(".").rsplit(" ", 1)[1])
                return
        raise RuntimeError("chromedriver did not start")

    def call(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, {"Content-Type": "application/json"},
                                         method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"].split("\n")[0]) from None

    def close(self):
        """A browser would go on without the driver."""
        for session in self.sessions:
            self.call("DELETE", session)
        self.process.terminate()
        self.process.wait()


class Browser:
    def __init__(self, driver, base, name):
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1600,1000"]
        wanted = {"goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL"}}
        self.driver, self.base, self.name = driver, base, name
        self.session = "/session/" + driver.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        driver.sessions.append(self.session)

    def call(self, method, path, body=None):
        return self.driver.call(method, self.session + path, body)

    def prefer(self, colours):
        """The colour scheme of the pages that are loaded next: light or dark."""
        features = [{"name": "prefers-color-scheme", "value": colours}]
        self.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"features": features}})

    def go(self, path):
        self.call("POST", "/url", {"url": self.base + path})

    def path(self):
        return self.call("GET", "/url")[len(self.base):]

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        """Clicks like a person: scrolls to the element first."""
        self.call("POST", f"/element/{self.find(selector)}/click")

    def type(self, selector, text):
        element = self.find(selector)
        self.call("POST", f"/element/{element}/clear")
        self.call("POST", f"/element/{element}/value", {"text": text})

    def choose(self, selector, value):
        self.run("const e = document.querySelector(arguments[0]); e.value = arguments[1];"
                 "e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true}));",
                 selector, value)

    def text(self, selector):
        """The visible text of an element; None: there is no such element."""
        return self.run("return document.querySelector(arguments[0])?.innerText ?? null", selector)

    def wait(self, what, script, *arguments):
        """Waits until a script returns true, without reloading the page."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.run(f"return Boolean({script})", *arguments):
                return
            time.sleep(0.2)
        raise SystemExit(f"{self.name}: no {what} at {self.path()}: {self.text('main')}")

    def wait_text(self, selector, text):
        self.wait(f"'{text}' in {selector}", "document.querySelector(arguments[0])?.innerText.includes(arguments[1])", selector, text)

    def complaints(self):
        """The browser's console, which includes violations of the content policy. On a machine without a network, fonts are said to be slow."""
        said = [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})]
        return [f"{self.name}: {message}" for message in said if "Slow network is detected" not in message]

    def close(self):
        self.driver.sessions.remove(self.session)
        self.call("DELETE", "")
