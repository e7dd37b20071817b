"""A class of students: a hundred clients at once, each with an address of its own, on the loopback interface.

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=. load_test.py [CLASS...]
"""
import http.client
import threading
import unittest

from studio import SANITIZED, ServeTest, example

CLIENTS = 100


class Load(ServeTest):
    def test_a_hundred_clients(self):
        own = self.studio("--jobs", "2")
        text = example("tutorial")
        wrong, done = [], []
        start = threading.Barrier(CLIENTS)

        def client(number):
            source = f"127.0.1.{number + 1}"
            try:
                start.wait()
                for verb, last in (("read", "read"), ("check", "done"), ("language", "language"), ("explain", "explanation")):
                    request = {"text": f"{text}\n-- {number}\n"}
                    if verb == "explain":
                        request["formulas"] = [5]
                    status, lines = own.post(verb, request, source=source)
                    if status != 200 or lines[-1]["event"] != last:
                        wrong.append((number, verb, status, lines[-1:]))
                        return
                    if verb == "check" and sum(line["event"] == "verdict" for line in lines) != 13:
                        wrong.append((number, verb, lines))
                done.append(number)
            except (OSError, http.client.HTTPException) as problem:
                wrong.append((number, repr(problem)))

        before = own.memory()
        threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
        self.assertEqual(len(done), CLIENTS, "no request is lost")
        if not SANITIZED:  # they keep what was freed
            self.assertLess(own.memory() - before, 100 * 10**6, "what the server itself holds stays small")
        self.assertEqual(own.children(), [])
        own.terminate()
        self.assertEqual(own.wait(), 0)

    def test_connections_that_say_nothing(self):
        own = self.studio()
        silent = [own.connect(f"127.0.2.{number + 1}") for number in range(CLIENTS)]
        for connection in silent:
            connection.connect()
        self.assertEqual(own.events("check", {"text": example("tutorial")})[-1]["event"], "done")
        for connection in silent:
            connection.close()


if __name__ == "__main__":
    unittest.main()
