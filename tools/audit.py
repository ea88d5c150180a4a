"""Check requirements.lock for known vulnerabilities, if the database can be reached.

python -m tools.audit
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

LOCK = Path(__file__).parent.parent / "requirements.lock"
OFFLINE_ERRORS = ("requests.exceptions.", "Could not connect")  # in the last line of pip-audit's error output


class AuditResult(NamedTuple):
    """The lines to print, and the exit status."""

    lines: list[str]
    code: int


def main() -> int:
    """Print pip-audit's findings. Return 1 if something must be fixed; 0 if not, or if the database is unreachable."""
    process = subprocess.run(
        [
            *(sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"),
            # audit the lock file itself; nothing is installed
            *("--requirement", str(LOCK), "--require-hashes", "--disable-pip"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    lines, code = interpret(process.stdout, process.stderr)
    print(*lines, sep="\n")
    return code


def interpret(answer: str, problem: str) -> AuditResult:
    """Interpret pip-audit's output, or the failure to get one."""
    if not answer:
        last = problem.strip().rpartition("\n")[2]
        if any(phrase in last for phrase in OFFLINE_ERRORS):
            return AuditResult(["Not looked up: the list of vulnerabilities cannot be reached from here.", last], 0)
        return AuditResult(["pip-audit gives no answer.", problem], 2)
    packages: list[dict[str, Any]] = json.loads(answer)["dependencies"]
    skipped = [package for package in packages if "skip_reason" in package]
    lines = [
        f"{package['name']} {package['version']}: {found['id']}, fixed in {', '.join(found['fix_versions']) or 'none'}"
        for package in packages
        for found in package.get("vulns", ())
    ]
    code = 1 if lines else 0
    looked_up = len(packages) - len(skipped)
    lines.append(f"{looked_up} of {len(packages)} packages were looked up.")
    if skipped:  # a mirror of the registry has the packages, but no vulnerabilities
        lines.append(f"Not looked up: {', '.join(package['name'] for package in skipped)}.")
    return AuditResult(lines, code)


if __name__ == "__main__":
    sys.exit(main())
