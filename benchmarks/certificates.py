"""How long certificates of a hundred teams take: ``python -m benchmarks.certificates``; ten seconds are the aim."""

import time

from pingce.leaderboard.competition.certificate_pdf import CertificateFacts, certificates_pdf
from pingce.spec.words import Words

TEAMS = 100


def main() -> None:
    """Print seconds and size for Chinese and English."""
    prize = Words("三等奖", "third prize")
    facts = [
        CertificateFacts(
            f"PC-{i:010d}", "中文空间语义理解评测", f"第 {i} 队", "示例大学", ("甲", "乙", "丙"), prize, i, 0.0
        )
        for i in range(1, TEAMS + 1)
    ]
    for lang in ("zh", "en"):
        start = time.perf_counter()
        pdf = certificates_pdf(facts, lang, "https://example.org/certificates")
        print(f"{TEAMS} certificates ({lang}): {time.perf_counter() - start:.2f} s, {len(pdf) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
