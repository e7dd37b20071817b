"""Builds wheels and source archives of the Python module (PEP 517), with CMake and the standard library alone.

pip calls the hooks in the folder of the clone. The version is that of CMakeLists.txt. A build folder of its own,
build/wheel, keeps objects between calls; `pip install . -C build-dir=FOLDER` uses another one. Archives are
reproducible: the same files give the same bytes.
"""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAME = "gnomon"
EPOCH = (1980, 1, 1, 0, 0, 0)  # the oldest time that an archive can tell


def version():
    return re.search(r"project\(gnomon VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


def metadata():
    return "\n".join([
        "Metadata-Version: 2.1", f"Name: {NAME}", f"Version: {version()}",
        "Summary: A symbolic model checker for multi-agent systems: what agents know, and when",
        "License: Apache-2.0", "Requires-Python: >=3.9", "Description-Content-Type: text/markdown", "",
        (ROOT / "README.md").read_text(encoding="utf-8")])


def tag():
    """The interpreter and the platform that the native half is built for."""
    interpreter = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{interpreter}-{interpreter}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def configure(folder):
    """Configures the build folder for this interpreter, unless that was done."""
    cache = folder / "CMakeCache.txt"
    known = cache.read_text(encoding="utf-8") if cache.exists() else ""
    if "GNOMON_PYTHON_MODULE:BOOL=ON" in known and f"Python_EXECUTABLE:FILEPATH={sys.executable}\n" in known:
        return
    subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release", "-DGNOMON_TESTS=OFF",
                    "-DGNOMON_PYTHON_MODULE=ON", f"-DPython_EXECUTABLE:FILEPATH={sys.executable}", "-Wno-dev"], check=True)


def package_files(settings):
    """Builds the module; its files by their names in the archive."""
    given = (settings or {}).get("build-dir")
    folder = pathlib.Path(given).resolve() if given else ROOT / "build/wheel"
    if not given:
        configure(folder)
    jobs = str(os.cpu_count() or 1)
    subprocess.run(["cmake", "--build", str(folder), "--parallel", jobs, "--target", "gnomon_python"], check=True)
    found = [path for path in (folder / "python/gnomon").iterdir() if path.suffix in (".py", ".pyi", ".so", ".typed")]
    return {f"{NAME}/{path.name}": path.read_bytes() for path in sorted(found)}


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """So that pip need not build the module to learn its name."""
    about = pathlib.Path(metadata_directory) / f"{NAME}-{version()}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(metadata(), encoding="utf-8")
    return about.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = package_files(config_settings)
    about = f"{NAME}-{version()}.dist-info"
    files[f"{about}/METADATA"] = metadata().encode()
    files[f"{about}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: gnomon\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()
    files[f"{about}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = [f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
              for name, data in files.items()]
    files[f"{about}/RECORD"] = "\n".join(record + [f"{about}/RECORD,,", ""]).encode()
    name = f"{NAME}-{version()}-{tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, data in files.items():
            entry = zipfile.ZipInfo(member, EPOCH)
            entry.external_attr = (0o755 if member.endswith(".so") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """All files that git knows, and PKG-INFO."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    names = sorted(name.decode() for name in listed.split(b"\0") if name)
    top = f"{NAME}-{version()}"
    information = pathlib.Path(sdist_directory) / "PKG-INFO"
    information.write_text(metadata(), encoding="utf-8")

    def plain(entry):
        entry.uid = entry.gid = entry.mtime = 0
        entry.uname = entry.gname = ""
        return entry

    name = f"{top}.tar.gz"
    with tarfile.open(pathlib.Path(sdist_directory) / name, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for member in names:
            archive.add(ROOT / member, f"{top}/{member}", recursive=False, filter=plain)
        archive.add(information, f"{top}/PKG-INFO", filter=plain)
    information.unlink()
    return name
