"""TLS and nkeys: the server of docs/cluster.md, with certificates and keys that the test makes.

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=path/to/repository security_test.py [CLASS...]
"""
import base64
import binascii
import concurrent.futures
import json
import re
import shutil
import subprocess
import sys
import unittest

from cluster import MISSING, SOURCE, ClusterCase, facts

USER = 20 << 3  # the first byte of a public nkey of a user; it shows as U
SEED = 18 << 3  # of a seed; S
TUTORIAL = str(SOURCE / "examples" / "tutorial.ispl")


def openssl(*words, **more):
    return subprocess.run(["openssl", *words], capture_output=True, check=True, **more).stdout


def nkey_text(content):
    """Base32 with a sum of 16 bits (CRC XMODEM, the lower byte first)."""
    return base64.b32encode(content + binascii.crc_hqx(content, 0).to_bytes(2, "little")).decode().rstrip("=")


def new_nkey():
    """The public key and the seed of a user."""
    private = openssl("genpkey", "-algorithm", "ed25519", "-outform", "DER")
    public = openssl("pkey", "-inform", "DER", "-pubout", "-outform", "DER", input=private)
    head = bytes([SEED | USER >> 5, (USER & 31) << 3])
    return nkey_text(bytes([USER]) + public[-32:]), nkey_text(head + private[-32:])


class ClusterSecurity(ClusterCase):
    def setUp(self):
        if MISSING is None and shutil.which("openssl") is None:
            self.skipTest("openssl is not installed")
        super().setUp()
        self.options = ["--cluster", f"tls://localhost:{self.server.port}", "--authority", str(self.path / "authority.pem")]

    @property
    def settings(self):
        """The server's configuration in the manual, with the files and keys of this test."""
        self.certificate("authority", None)
        self.certificate("server", "authority")
        self.certificate("stranger", None)
        manual = (SOURCE / "docs" / "cluster.md").read_text(encoding="utf-8")
        text = re.search(r"```\nlisten: .*?\njetstream .*?\n(.*?)```", manual, re.DOTALL).group(1)
        for file in ("server.pem", "server.key"):
            text = text.replace(f'"{file}"', f'"{self.path / file}"')
        self.keys = {}
        for role in ("WORKER", "COORDINATOR"):
            public, seed = new_nkey()
            self.assertIn(f"U{role}...", text)
            text = text.replace(f"U{role}...", public)
            self.keys[role] = ["--nkey", public, "--nkey-seed", self.file(seed + "\n", role)]
        return text

    def certificate(self, name, signer):
        """For localhost, signed by somebody or by itself."""
        request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
                   "-subj", f"/CN={name}", "-keyout", str(self.path / f"{name}.key"), "-out", str(self.path / f"{name}.pem")]
        if signer:
            request += ["-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE",
                        "-CA", str(self.path / f"{signer}.pem"), "-CAkey", str(self.path / f"{signer}.key")]
        openssl(*request)

    def test_work_of_all_kinds(self):
        self.worker(*self.keys["WORKER"])
        here = self.run_gnomon("check", TUTORIAL, "--json", "--engine=diagrams", cluster=False)
        for words in (["--engine=diagrams"], ["--slices", "2"]):
            done = self.run_gnomon("check", TUTORIAL, "--json", *words, *self.keys["COORDINATOR"])
            self.assertEqual(done.returncode, here.returncode, done.stderr)
            self.assertEqual(facts(json.loads(done.stdout)), facts(json.loads(here.stdout)))
        done = self.run_gnomon("cluster", "check", *self.keys["COORDINATOR"])
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("with TLS", done.stdout)
        done = self.run_gnomon("cluster", "status", *self.keys["COORDINATOR"])
        self.assertIn("1 worker", done.stdout)

    def test_connections_end(self):
        """The library tells the loss of a connection in a thread of its own, once in a while after all else is done."""
        words = ["cluster", "check", *self.keys["COORDINATOR"]]
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            done = list(pool.map(lambda _: self.run_gnomon(*words), range(120)))
        self.assertEqual([one.stdout for one in done if one.returncode != 0], [])

    def test_who_is_refused(self):
        other, seed = new_nkey()
        stranger = ["--nkey", other, "--nkey-seed", self.file(seed, "stranger.seed")]
        server, authority = self.options[:2], self.options[2:]
        wrong = ["--authority", str(self.path / "stranger.pem")]
        address = ["--cluster", f"tls://127.0.0.1:{self.server.port}"]
        good = self.keys["COORDINATOR"]
        for words in (server + authority, server + authority + stranger,  # no key, and one that nobody knows
                      server + good, server + wrong + good,               # a certificate that nobody vouches for
                      address + authority + good):                        # a certificate of another host
            done = self.run_gnomon("check", TUTORIAL, *words, cluster=False)
            self.assertEqual(done.returncode, 2, (words, done.stdout))
            self.assertIn("cannot connect", done.stderr)
        self.assertEqual(self.run_gnomon("cluster", "check", *good).returncode, 0)

    def test_a_worker_gives_no_tasks(self):
        self.worker(*self.keys["WORKER"])
        done = self.run_gnomon("check", TUTORIAL, "--timeout", "3", "-f", "1", "-f", "2", *self.keys["WORKER"])
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertNotIn("TRUE", done.stdout)
        self.assertNotIn("FALSE", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
