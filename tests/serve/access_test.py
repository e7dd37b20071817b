"""Who may use the studio, and what a request may not do.

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=. access_test.py [CLASS...]
"""
import gzip
import json
import pathlib
import re
import socket
import ssl
import subprocess
import tempfile
import unittest
import urllib.request

from studio import GNOMON, PATIENCE, ServeTest, example


def raw(studio, text, read=True):
    """Bytes as they are; the first line of the answer."""
    with socket.create_connection(("127.0.0.1", studio.port), timeout=PATIENCE) as connection:
        connection.sendall(text)
        if not read:
            return None
        answer = b""
        while b"\r\n" not in answer:
            part = connection.recv(4096)
            if not part:
                break
            answer += part
        return answer.split(b"\r\n")[0].decode()


class Access(ServeTest):
    def setUp(self):
        self.own = self.studio()
        self.origin = f"http://127.0.0.1:{self.own.port}"

    def status(self, verb="read", **headers):
        return self.own.post(verb, {"text": example("tutorial")}, **headers)[0]

    def test_with_everything_right(self):
        self.assertEqual(self.status(), 200)
        self.assertEqual(self.status(Origin=self.origin, Sec_Fetch_Site="same-origin"), 200)

    def test_the_token(self):
        for token in (None, "", "0" * 32, self.own.token[:-1], self.own.token + "0", self.own.token.upper() + "x"):
            with self.subTest(token=token):
                self.assertEqual(self.status(X_Gnomon_Token=token), 401)
        self.assertEqual(self.own.get("/api/about", X_Gnomon_Token=None)[0].status, 401)
        self.assertEqual(self.own.get("/api/examples", X_Gnomon_Token=None)[0].status, 401)
        self.assertEqual(self.own.get(f"/api/about?token={self.own.token}", X_Gnomon_Token=None)[0].status, 401)

    def test_the_host(self):
        for host in ("evil.example", f"evil.example:{self.own.port}", "127.0.0.1", "127.0.0.1:1"):
            with self.subTest(host=host):
                self.assertEqual(self.status(Host=host), 421)
                self.assertEqual(self.own.get("/", Host=host)[0].status, 421)
        self.assertEqual(self.status(Host=f"localhost:{self.own.port}"), 200)

    def test_the_origin(self):
        for origin in ("null", "http://evil.example", "https://evil.example", "http://127.0.0.1:1"):
            with self.subTest(origin=origin):
                self.assertEqual(self.status(Origin=origin), 403)
        self.assertEqual(self.status(Sec_Fetch_Site="cross-site"), 403)

    def test_no_answer_lets_other_sites_read_it(self):
        answer, _ = self.own.get("/api/about", Origin=self.origin)
        self.assertEqual(answer.status, 200)
        self.assertIsNone(answer.headers["Access-Control-Allow-Origin"])
        self.assertEqual(answer.headers["Cross-Origin-Resource-Policy"], "same-origin")
        self.assertIsNone(answer.headers["Set-Cookie"])
        connection = self.own.connect()
        connection.request("OPTIONS", "/api/check", headers={"Origin": "http://evil.example",
                                                             "Access-Control-Request-Headers": "x-gnomon-token"})
        self.assertEqual(connection.getresponse().status, 403)
        connection.close()

    def test_the_page_may_load_nothing_from_elsewhere(self):
        answer, body = self.own.get("/", X_Gnomon_Token=None)
        policy = answer.headers["Content-Security-Policy"]
        self.assertIn("default-src 'none'", policy)
        self.assertIn("frame-ancestors 'none'", policy)
        self.assertNotIn("unsafe", policy)
        self.assertNotIn("http", policy)
        nonce = re.search(r"nonce-([0-9a-f]{32})", policy)[1]
        self.assertIn(nonce.encode(), body)
        self.assertNotIn(nonce.encode(), self.own.get("/")[1], "it is another one every time")
        self.assertNotIn(self.own.token.encode(), body)
        for name in re.findall(rb'(?:src|href)="([^"]+)"', body):
            self.assertNotRegex(name, rb"^(https?:)?//")
            answer, _ = self.own.get("/" + name.decode(), X_Gnomon_Token=None)
            self.assertEqual(answer.status, 200)
            self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
        packed, body = self.own.get("/app.js", Accept_Encoding="gzip, br")
        self.assertEqual(packed.headers["Content-Encoding"], "gzip")
        self.assertEqual(gzip.decompress(body), self.own.get("/app.js")[1])


class Bodies(ServeTest):
    def setUp(self):
        self.own = self.studio("--max-model", "10k")
        self.head = (f"POST /api/read HTTP/1.1\r\nHost: 127.0.0.1:{self.own.port}\r\nX-Gnomon-Token: {self.own.token}\r\n"
                     "Content-Type: application/json\r\n").encode()

    def test_too_large(self):
        for length in (10**7, 10**12, 10**30):
            with self.subTest(length=length):
                self.assertIn(" 413 ", raw(self.own, self.head + b"Content-Length: %d\r\n\r\n" % length))

    def test_a_model_that_is_too_large(self):
        self.assertEqual(self.own.events("read", {"text": "-- x\n" * 1900})[-1]["event"], "read")
        events = self.own.events("read", {"text": "-- x\n" * 2100})
        self.assertEqual(events, [{"event": "error", "message": "the model is larger than the 10000 bytes that this server takes"}])

    def test_without_length(self):
        self.assertIn(" 411 ", raw(self.own, self.head + b"\r\n"))
        self.assertIn(" 411 ", raw(self.own, self.head + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n"))

    def test_of_another_kind(self):
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
            with self.subTest(kind=kind):
                self.assertEqual(self.own.post("read", {"text": ""}, Content_Type=kind)[0], 415)
        self.assertEqual(self.own.post("read", {"text": ""}, Content_Encoding="gzip")[0], 415)

    def test_nonsense(self):
        for body in (b"", b"{", b"[]", b"\xff\xfe\x00", b"null", b'{"text": 5}', b'{"text": "' + b"(" * 5000 + b'"}',
                     b"[" * 5000, b'{"a":' * 2000):
            with self.subTest(body=body[:20]):
                status, lines = self.own.post("check", body)
                self.assertEqual(status, 200)
                self.assertEqual(lines[-1]["event"], "error")
                self.assertNotIn("internal", lines[-1]["message"])

    def test_the_rest_of_a_refused_request_is_not_another_request(self):
        inner = self.head.replace(b"/api/read", b"/api/check") + b"Content-Length: 2\r\n\r\n{}"
        outer = self.head.replace(self.own.token.encode(), b"wrong") + b"Content-Length: %d\r\n\r\n" % len(inner) + inner
        with socket.create_connection(("127.0.0.1", self.own.port), timeout=PATIENCE) as connection:
            connection.sendall(outer)
            answer = b""
            try:
                while part := connection.recv(4096):
                    answer += part
            except ConnectionResetError:
                pass
        self.assertEqual(answer.count(b"HTTP/1.1"), 1)
        self.assertIn(b" 401 ", answer)

    def test_broken_requests_do_no_harm(self):
        for text in (b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00" * 50,
                     b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000 + b"\r\n"):
            raw(self.own, text, read=False)
        self.assertEqual(self.own.post("read", {"text": ""})[0], 200)


class Paths(ServeTest):
    def test_no_path_leads_to_a_file(self):
        own = self.studio()
        for path in ("/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/etc/passwd",
                     "/page/index.html", "/examples/tutorial.ispl", "/app.js/../../x", "/api/../app.js", "/api/check/../about",
                     "/app.js%00.html", "/app.js.gz", "/.", "/..", "/\\..\\..\\etc\\passwd", "/api/", "/api/about/"):
            with self.subTest(path=path):
                answer, body = own.get(path)
                self.assertEqual(answer.status, 404)
                self.assertNotIn(b"root:", body)
        for verb in ("", "nothing", "../read", "read/", "READ", "read%00"):
            with self.subTest(verb=verb):
                self.assertEqual(own.post(verb, {"text": ""})[0], 404)


class Listening(ServeTest):
    def refused(self, *options):
        done = subprocess.run([GNOMON, "serve", *options], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def certificate(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name)
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", path / "key.pem", "-out",
                        path / "chain.pem"], check=True, capture_output=True, timeout=PATIENCE)
        return path / "chain.pem", path / "key.pem"

    def test_others_need_tls_or_a_word(self):
        self.assertIn("--plain-http", self.refused("--listen", "0.0.0.0", "--name", "x"))
        self.assertIn("--name", self.refused("--listen", "0.0.0.0", "--plain-http"))
        self.assertIn("belong together", self.refused("--certificate", "/dev/null"))
        self.assertIn("cannot be used", self.refused("--port", "0", "--certificate", "/dev/null", "--key", "/dev/null"))
        self.assertIn("cannot listen", self.refused("--listen", "192.0.2.1", "--port", "0", "--plain-http"))

    def test_a_port_that_is_taken(self):
        own = self.studio()
        self.assertIn("--port 0", self.refused("--port", str(own.port)))

    def test_names(self):
        own = self.studio("--listen", "0.0.0.0", "--plain-http", "--name", "logic.example.org", "--name", "proxy.example.org:443")
        self.assertEqual(own.host, "logic.example.org")
        for host, status in ((f"logic.example.org:{own.port}", 200), ("proxy.example.org", 200), ("proxy.example.org:443", 200),
                             ("logic.example.org", 421), (f"127.0.0.1:{own.port}", 421), ("evil.example", 421)):
            with self.subTest(host=host):
                self.assertEqual(own.get("/api/about", Host=host)[0].status, status)
        self.assertEqual(own.get("/api/about", Host="proxy.example.org", Origin="https://proxy.example.org")[0].status, 200)

    def test_tls(self):
        chain, key = self.certificate()
        own = self.studio("--certificate", str(chain), "--key", str(key))
        self.assertTrue(own.link.startswith("https://"))
        trust = ssl.create_default_context(cafile=chain)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=trust))
        request = urllib.request.Request(f"https://127.0.0.1:{own.port}/api/check",
                                         json.dumps({"text": example("tutorial")}).encode(), own.headers())
        with opener.open(request, timeout=PATIENCE) as answer:
            events = [json.loads(line) for line in answer.read().splitlines()]
        self.assertEqual(events[-1]["event"], "done")
        self.assertEqual(raw(own, b"GET / HTTP/1.1\r\n\r\n"), "", "nobody is answered in the clear")


if __name__ == "__main__":
    unittest.main()
