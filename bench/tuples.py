"""Scores the event tuples: exact sentences and F1, on the corpus' and our own labels.

usage: bench/tuples.py [-v] dev|test|own
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORPUS = os.environ.get("REENACT_CORPUS", os.path.join(ROOT, "..", "shared", "corpus"))
TEXT = os.path.join(CORPUS, "text")


def without_mark(text):
    return re.sub(r"^\s*\d+\s*[.):-]*\s*", "", text).strip()


def own_rows():
    steps = {name: json.load(open(os.path.join(TEXT, name + "_steps.json"))) for name in ("gh", "gc")}
    sentences = {}
    for line in open(os.path.join(TEXT, "sentences.jsonl")):
        report = json.loads(line)
        if report["src"].startswith("astro"):
            for s in report["sents"]:
                sentences[report["id"], s["id"]] = s["text"]
    rows = []
    for line in open(os.path.join(ROOT, "tests", "data", "report", "tuples-labels.tsv")):
        if line.startswith("#"):
            continue
        key, labels = line.rstrip("\n").split("\t")
        source, report, step = key.split(":", 2)
        text = sentences[report, step] if source == "as" else steps[source][int(report)][1][int(step)]
        rows.append((without_mark(text).replace("\n", " "), "" if labels == "-" else labels))
    return rows


def file_rows(name):
    return [tuple(line.rstrip("\n").split("\t")) for line in open(os.path.join(TEXT, "tuples.%s.tsv" % name))]


def parse(labels):
    return [tuple(part.strip() for part in label.split("|")) for label in labels.split(" ; ") if label.strip()]


def score(rows, show=False):
    given = "".join(text + "\n" for text, _ in rows)
    out = subprocess.run([os.path.join(ROOT, "build/release/tuples-driver")], input=given, capture_output=True, text=True).stdout.split("\n")
    exact = right = said = wanted = 0
    for (text, labels), line in zip(rows, out):
        want, got = parse(labels), parse(line)
        left = list(want)
        hits = 0
        for t in got:
            if t in left:
                left.remove(t)
                hits += 1
        exact += want == got
        right, said, wanted = right + hits, said + len(got), wanted + len(want)
        if show and want != got:
            print("%s\n    want %s\n    got  %s" % (text, labels, line))
    precision, recall = right / max(said, 1), right / max(wanted, 1)
    return exact / len(rows), 2 * precision * recall / max(precision + recall, 1e-9), len(rows)


if __name__ == "__main__":
    show = "-v" in sys.argv
    for name in [a for a in sys.argv[1:] if a != "-v"] or ["dev", "test", "own"]:
        rows = own_rows() if name == "own" else file_rows(name)
        print("tuples %-5s exact %.3f F1 %.3f (%d sentences)" % ((name,) + score(rows, show)))
