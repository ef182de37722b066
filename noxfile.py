"""Every development command.

`python3 noxfile.py` needs nothing but Python and pip: it gives nox an environment of its own and
starts it there. An installed nox works as well. `python3 noxfile.py --list` shows what there is.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python should say so in one line
    found = f"{sys.version_info[0]}.{sys.version_info[1]}"
    sys.exit(f"noxfile.py needs Python 3.11 or newer; this is Python {found}.")

import hashlib
import importlib.util
import logging
import os
import shutil
import subprocess
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
NOX = "nox>=2026.4"


def bin_folder(environment: Path) -> Path:
    return environment / ("Scripts" if os.name == "nt" else "bin")


def start_nox() -> None:
    """Run nox with this program's arguments, in an environment of its own, made at the first run.

    Neither ensurepip nor a pip that may install outside environments is needed: the pip at hand
    fills the environment from outside. It gets its name only when it is whole, so that a run
    that was interrupted leaves nothing that a later one would take for it.
    """
    recipe = "\n".join([NOX, sys.version, sys.base_prefix])
    home = ROOT / ".nox" / f"bootstrap-{hashlib.sha256(recipe.encode()).hexdigest()[:8]}"
    python = bin_folder(home) / "python"
    if shutil.which(python) is None:
        print(f"noxfile.py: making an environment for nox in {home}", file=sys.stderr, flush=True)
        try:
            shutil.rmtree(home, ignore_errors=True)
            home.parent.mkdir(exist_ok=True)
            with tempfile.TemporaryDirectory(dir=home.parent, prefix="making-") as making:
                environment = Path(making, "environment")
                fill_with_nox(environment)
                if shutil.which(python) is None:  # no other run was faster
                    environment.rename(home)
        except (OSError, subprocess.CalledProcessError) as error:
            sys.exit(f"noxfile.py: could not make that environment: {error}")
    command = [str(python), "-m", "nox", "--noxfile", __file__, *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(python, command)


def fill_with_nox(environment: Path) -> None:
    python = str(bin_folder(environment) / "python")
    lacks_pip = importlib.util.find_spec("pip") is None
    pip = [python, "-m", "pip"] if lacks_pip else [sys.executable, "-m", "pip", "--python", python]
    quietly = os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_USER": "0"}
    venv.create(environment, symlinks=os.name != "nt", with_pip=lacks_pip)
    subprocess.run([*pip, "install", "--quiet", NOX], env=quietly, check=True)


if __name__ == "__main__":
    start_nox()

import nox

nox.needs_version = NOX.removeprefix("nox")
nox.options.sessions = ["demo"]
nox.options.reuse_venv = "yes"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.error_on_external_run = True
os.environ.setdefault("PIP_DISABLE_PIP_VERSION_CHECK", "1")

PACKAGES = ["reference-py", "harness"]
REFERENCE = ["groundspec", "stdio"]  # how a harness command starts the implementation under test
EXAMPLE = "docs/examples/first.packet.json"


# --- What it does ---------------------------------------------------------------------------------


@nox.session
def demo(session: nox.Session) -> None:
    """Decide a packet, verify its receipt, and run the reference against every vector."""
    install(session)
    receipt = Path(session.create_tmp()) / "first.receipt.json"
    with receipt.open("w", encoding="utf-8") as file:
        session.run("groundspec", "decide", EXAMPLE, stdout=file, stderr=None)
    print(receipt.read_text("utf-8").rstrip(), flush=True)
    session.run("groundspec", "verify", str(receipt), EXAMPLE)
    session.run("groundspec-harness", "run", "--", *REFERENCE)


@nox.session
def conformance(session: nox.Session) -> None:
    """Run the reference against every vector; write conformance-report.json, show the table."""
    install(session)
    run = ["groundspec-harness", "run"]
    report = ["--format", "json", "-o", "conformance-report.json"]
    session.run(*run, *report, "--", *REFERENCE, success_codes=[0, 1, 3])
    session.run(*run, "--", *REFERENCE)


# --- Whether it holds -----------------------------------------------------------------------------


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests; arguments after `--` go to pytest, for example `-n auto`."""
    install(session, "tests")
    leave_pytest_the_last_word()
    session.run("pytest", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, layers, interpreter-dependent calls, and the vectors themselves."""
    install(session, "lint")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("lint-imports")
    session.run("python", "tests/determinism_walk.py")
    session.run("groundspec-harness", "lint")


@nox.session
def types(session: nox.Session) -> None:
    """Check the types of both packages, the tests and the scripts with mypy --strict."""
    install(session, "types")
    session.run("mypy", *session.posargs)


@nox.session
def trace(session: nox.Session) -> None:
    """Show which vectors pin which rule, and what is pinned too thinly."""
    install(session)
    session.run("groundspec-harness", "trace", *session.posargs)


@nox.session
def ablate(session: nox.Session) -> None:
    """Leave out one rule at a time and see that the vectors notice."""
    install(session)
    options = ("--jobs", "auto", *session.posargs)
    session.run("groundspec-harness", "ablate", *options, "--", *REFERENCE, "--ablation")


@nox.session
def mutants(session: nox.Session) -> None:
    """Change the rule modules in one place at a time and see that some vector notices."""
    install(session, "tests")
    session.env["PYTHONPATH"] = str(ROOT / "tests")
    session.run("python", "-m", "mutants.scoring.score", *session.posargs)


@nox.session
def real(session: nox.Session) -> None:
    """Try the checks on real texts."""
    install(session, "tests")
    session.run("python", "tests/real_text.py", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure speed beside gtrex and groundgate, each apart; write docs/performance.md."""
    install(session)
    peers = {
        option: str(make_environment(session, ROOT / ".nox" / name, *group(name)) / "python")
        for option, name in (("--peer", "bench-peer"), ("--fact-peer", "bench-peer-facts"))
    }
    page = ["--write", "docs/performance.md"]
    options = session.posargs or page
    given = [word for pair in peers.items() for word in pair]
    session.run("python", "tests/bench/run.py", *given, *options)


@nox.session
def build(session: nox.Session) -> None:
    """Build wheels and sdists; install every form of both and run it from another folder."""
    session.install(*group("build"))
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    for package in PACKAGES:
        session.run("python", "-m", "build", "--no-isolation", "--outdir", str(dist), package)
    folders = [str(ROOT / package) for package in PACKAGES]
    try_out(session, "wheel", *map(str, dist.glob("*.whl")))
    try_out(session, "sdist", *map(str, dist.glob("*.tar.gz")))
    try_out(session, "folder", *folders)
    try_out(session, "editable", *(f"--editable={folder}" for folder in folders))


# --- Changing it ----------------------------------------------------------------------------------


@nox.session
def fix(session: nox.Session) -> None:
    """Let ruff mend and format what it can."""
    session.install(*group("lint"))
    session.run("ruff", "check", "--fix")
    session.run("ruff", "format")


# --- How the sessions do it -----------------------------------------------------------------------


def group(name: str) -> tuple[str, ...]:
    """The requirements of a dependency group of pyproject.toml."""
    return nox.project.dependency_groups(nox.project.load_toml(ROOT / "pyproject.toml"), name)


def install(session: nox.Session, *groups: str) -> None:
    """Install both packages, editable, with dependency groups, unless this was done before."""
    wanted = [requirement for name in groups for requirement in group(name)]
    digest = hashlib.sha256("\n".join(wanted).encode())
    for package in PACKAGES:
        digest.update((ROOT / package / "pyproject.toml").read_bytes())
    done = Path(session.virtualenv.location) / "installed"
    if not done.is_file() or done.read_text("utf-8") != digest.hexdigest():
        session.install(*(f"--editable=./{package}" for package in PACKAGES), *wanted)
        done.write_text(digest.hexdigest(), "utf-8")


def make_environment(session: nox.Session, home: Path, *requirements: str) -> Path:
    """Make an environment beside the session's own and return the folder of its programs."""
    programs = bin_folder(home)
    pip = [str(programs / "python"), "-m", "pip"]
    session.run(sys.executable, "-m", "virtualenv", str(home), external=True, silent=True)
    session.run(*pip, "install", *requirements, external=True, silent=True)
    return programs


def try_out(session: nox.Session, form: str, *requirements: str) -> None:
    """Install in a new environment outside the checkout, and use both commands from there."""
    session.log(f"The {form} form:")
    with tempfile.TemporaryDirectory() as elsewhere, session.chdir(elsewhere):
        programs = make_environment(session, Path(elsewhere, "environment"), *requirements)
        path = {"PATH": os.pathsep.join([str(programs), os.environ["PATH"]])}

        def run(program: str, *arguments: str, silent: bool = True) -> str:
            command = [str(programs / program), *arguments]
            return str(session.run(*command, env=path, external=True, silent=silent))

        run("groundspec", "explain", "quote/default")
        run("groundspec", "decide", str(ROOT / EXAMPLE))
        if "core/" not in run("groundspec-harness", "list"):
            session.error(f"groundspec-harness lists no vectors when installed from {form}")
        run("groundspec-harness", "run", "-k", "core/*", "--", *REFERENCE, silent=False)


def leave_pytest_the_last_word() -> None:
    """Keep nox from adding to pytest's closing line, which says more than nox would."""
    said_already = ("Command pytest", "Session tests")
    logging.getLogger("nox").addFilter(lambda record: not record.msg.startswith(said_already))
