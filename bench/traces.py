"""Stack traces found and parsed: issues of github_issues.jsonl, crash logs of the Android and Java subjects.

The reference is a regular expression over the whole text: every frame "name(Where)" must be in a trace of
ours, in order. github_issues.jsonl holds few traces (code blocks were taken out of it), so the crash logs of the
subjects make up most of the count; -v also lists traces whose exception is not named.
"""
import glob
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORPUS = os.environ.get("REENACT_CORPUS", os.path.join(ROOT, "..", "shared", "corpus"))
FRAME = re.compile(r"([\w$.<>/-]+\.(?:[\w$<>-]*)) ?\(((?:[\w$ ]+\.(?:java|kt|groovy|scala)(?::\d+)?)|Native Method|Unknown Source(?::\d+)?|SourceFile(?::\d+)?|:\d+|PG:\d+|Unknown source|(?<= \())\)")


def read(text):
    out = subprocess.run([os.path.join(ROOT, "build/release/steps-driver"), "--json", "--format", "text", "-"], input=text, capture_output=True, text=True).stdout
    return json.loads(out)["traces"]


def texts():
    for line in open(os.path.join(CORPUS, "text", "github_issues.jsonl")):
        issue = json.loads(line)
        text = "\n\n".join("\n".join(c) for c in issue["comments"])
        if any(where for _, where in FRAME.findall(text)):
            yield "issue " + issue["url"].split("github.com/")[1], text
    for path in sorted(glob.glob(os.path.join(CORPUS, "android", "*", "crash.txt"))):
        yield "android " + path.split("/")[-2], open(path, errors="replace").read()
    for path in sorted(glob.glob(os.path.join(CORPUS, "java", "*", "crash.log"))):
        yield "java " + path.split("/")[-2], open(path, errors="replace").read()


def score(show=False):
    right = total = 0
    for name, text in texts():
        want = [(n.split("/")[-1], w) for n, w in FRAME.findall(text)]
        got = [(f["class"] + "." + ("" if f["method"] == "<init>" else f["method"]), f) for t in read(text) for x in t["throwables"] for f in x["frames"]]
        if not want:
            continue
        total += 1
        same = len(want) == len(got) and all(a[0].replace("<init>", "") == b[0] for a, b in zip(want, got))
        named = all(x["class"] for t in read(text) for x in t["throwables"])
        right += same
        if show and not (same and named):
            print(name, len(want), len(got), [x["class"] for t in read(text) for x in t["throwables"]])
            for a, b in zip(want, got):
                if a[0].replace("<init>", "") != b[0]:
                    print("   ", a, b[0])
                    break
    return right, total


if __name__ == "__main__":
    print("stack traces found and parsed: %d of %d" % score("-v" in sys.argv))
