"""Crash sentences: precision, recall and F1 on the 200 labelled sentences. -v lists what is wrong."""
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORPUS = os.environ.get("REENACT_CORPUS", os.path.join(ROOT, "..", "shared", "corpus"))


def rows():
    issues = {}
    for line in open(os.path.join(CORPUS, "text", "github_issues.jsonl")):
        issue = json.loads(line)
        issues[issue["f"]] = issue
    for line in open(os.path.join(ROOT, "tests", "data", "report", "crash-labels.tsv")):
        if line.startswith("#"):
            continue
        key, _, _, label = line.split("\t")
        name, place = key.rsplit("/", 1)
        issue = issues[name]
        if place == "t":
            text = issue["title"]
        else:
            comment, number = place.split(".")
            text = issue["comments"][int(comment)][int(number)]
        text = text.strip().replace("\n", " ")
        yield text[7:] if text.startswith("NUMDOT ") else text, int(label)


def score(show=False):
    data = list(rows())
    given = "".join(text + "\n" for text, _ in data)
    out = subprocess.run([os.path.join(ROOT, "build/release/sentence-driver")], input=given, capture_output=True, text=True).stdout.split("\n")
    tp = fp = fn = 0
    for (text, label), line in zip(data, out):
        said = float(line.split()[0]) >= 0.5
        tp, fp, fn = tp + (said and label), fp + (said and not label), fn + (label and not said)
        if show and said != bool(label):
            print("want %d, score %s: %s" % (label, line.split()[0], text))
    precision, recall = tp / max(tp + fp, 1), tp / max(tp + fn, 1)
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9), len(data)


if __name__ == "__main__":
    print("crash sentences P %.3f R %.3f F1 %.3f (%d sentences)" % score("-v" in sys.argv))
