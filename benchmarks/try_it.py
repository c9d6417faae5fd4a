"""How many texts a second do the models of a server answer, and how long does each wait?

    python -m benchmarks.try_it --url http://127.0.0.1:8001 [--url http://127.0.0.1:8002 …] [--task space2022/task1]

Several servers (two versions of the program with the same ``PINGCE_MODELS``) are asked in turns in one run, each by 1,
8 and 32 clients at a time, with the example texts of the page; the times are from the first try to the answer. A client
that is told to come back (429) tries again after ``BACK`` seconds, as the message says to do, and is counted.
"""

import argparse
import itertools
import os
import statistics
import threading
import time

from httpx2 import Client

BACK = 0.25
CLIENTS = (1, 8, 32)


def run() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", action="append", required=True)
    parser.add_argument("--task", default="space2022/task1")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    print(f"{'server':<24}{'clients':>8}{'texts/s':>9}{'p50 ms':>8}{'p95 ms':>8}{'429':>7}")
    for url in options.url:
        measure(url, options.task, 1, 1.0)  # loads the model
    for clients in CLIENTS:
        rounds = [(url, *measure(url, options.task, clients, options.seconds)) for url in options.url * options.rounds]
        for url in options.url:
            took = [one for where, times, _ in rounds if where == url for one in times]
            refused = sum(count for where, _, count in rounds if where == url)
            speed = len(took) / (options.seconds * options.rounds)
            middle, late = statistics.median(took), statistics.quantiles(took, n=20)[-1]
            print(f"{url:<24}{clients:>8}{speed:>9.1f}{middle * 1000:>8.0f}{late * 1000:>8.0f}{refused:>7}", flush=True)


def measure(url: str, task: str, clients: int, seconds: float) -> tuple[list[float], int]:
    """How long each answer took, and how often somebody was told to come back."""
    took: list[float] = []
    refused = [0] * clients
    end = time.perf_counter() + seconds

    def ask(number: int) -> None:
        with Client(base_url=url, timeout=120) as client:
            examples = next(one["examples"] for one in client.get("/api/try").json()["tasks"] if one["id"] == task)
            for texts in itertools.cycle(examples):
                if (begun := time.perf_counter()) > end:
                    return
                while (answer := client.post(f"/api/try/{task}", json={"texts": texts})).status_code == 429:
                    refused[number] += 1
                    time.sleep(BACK)
                answer.raise_for_status()
                took.append(time.perf_counter() - begun)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return took, sum(refused)


if __name__ == "__main__":
    run()
