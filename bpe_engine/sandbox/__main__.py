"""`python -m bpe_engine.sandbox`: print which rights a sandbox drops on this system."""

from bpe_engine.sandbox import Limits, restrictions, run

if __name__ == "__main__":
    given_up = run(Limits(memory=2**30, seconds=20), restrictions.dropped_privileges)
    print("A process of a sandbox has given up:", ", ".join(given_up) or "nothing, since this system has no such thing")
