"""A headless Chromium, driven through chromedriver by the WebDriver protocol; started and stopped by the test."""
import base64
import json
import re
import subprocess
import time
import urllib.error
import urllib.request

KEYS = {"right": "\ue014", "left": "\ue012", "down": "\ue015", "up": "\ue013", "tab": "\ue004", "enter": "\ue007",
        "escape": "\ue00c", "control": "\ue009", "end": "\ue010", "f2": "\ue032"}
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # no proxy between two programs of one machine
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    def __init__(self):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                       text=True)
        try:
            port = None
            while port is None:
                line = self.driver.stdout.readline()
                if not line:
                    raise RuntimeError("chromedriver did not start")
                port = re.search(r"successfully on port (\d+)", line)
            self.base = f"http://127.0.0.1:{port[1]}"
            options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                                "--window-size=1200,1000"]}
            capabilities = {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options,
                                            "goog:loggingPrefs": {"browser": "ALL"}}}
            answer = self.call("POST", "/session", {"capabilities": capabilities})
            self.base += "/session/" + answer["sessionId"]
        except BaseException:
            self.driver.kill()
            raise

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        with DIRECT.open(request, timeout=120) as answer:
            return json.loads(answer.read())["value"]

    def open(self, address):
        self.call("POST", "/url", {"url": address})

    def script(self, text, *arguments):
        return self.call("POST", "/execute/sync", {"script": text, "args": list(arguments)})

    def script_async(self, text, *arguments):
        """The script calls its last argument with the result."""
        return self.call("POST", "/execute/async", {"script": text, "args": list(arguments)})

    def wait(self, condition, *arguments, patience=30):
        """Until the expression of JavaScript is true."""
        end = time.monotonic() + patience
        while not self.script(f"return {condition}", *arguments):
            if time.monotonic() > end:
                raise AssertionError("still not: " + condition)
            time.sleep(0.05)

    def find(self, selector):
        return self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        """An element may be drawn anew between its finding and the click; then the new one is meant."""
        for last in (False, False, True):
            try:
                self.call("POST", f"/element/{self.find(selector)}/click", {})
                return
            except urllib.error.HTTPError as refusal:
                with refusal:
                    reason = json.loads(refusal.read())["value"]
                if last or reason["error"] != "stale element reference":
                    raise AssertionError(f"no click on {selector}: {reason['message']}") from refusal

    def point(self, x, y, origin="viewport"):
        """The mouse comes to rest there."""
        moves = [{"type": "pointerMove", "duration": 50, "x": x + step, "y": y, "origin": origin} for step in (1, 0)]
        self.call("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": moves}]})

    def hover(self, selector):
        self.point(0, 0, {ELEMENT: self.find(selector)})

    def type(self, selector, text):
        self.call("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def press(self, *keys):
        """All of them down, then up: the names of KEYS, or letters."""
        values = [KEYS.get(key, key) for key in keys]
        moves = [{"type": "keyDown", "value": value} for value in values]
        moves += [{"type": "keyUp", "value": value} for value in reversed(values)]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": moves}]})

    def complaints(self):
        """Errors in the console since the last call."""
        return [entry for entry in self.call("POST", "/se/log", {"type": "browser"}) if entry["level"] == "SEVERE"]

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.call("GET", "/screenshot")))

    def close(self):
        try:
            self.call("DELETE", "", None)
        finally:
            self.driver.terminate()
            self.driver.wait(30)
            self.driver.stdout.close()
