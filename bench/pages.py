"""Saved pages: title, posts, authors and code blocks against a reading with Python's own HTML parser."""
import glob
import html.parser
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORPUS = os.environ.get("REENACT_CORPUS", os.path.join(ROOT, "..", "shared", "corpus"))
VOID = {"br", "hr", "img", "input", "meta", "link", "area", "base", "col", "embed", "param", "source", "track", "wbr"}


class Reader(html.parser.HTMLParser):
    """Counts posts and <pre> by classes alone: nothing shared with the program's reader."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.stack, self.posts, self.title, self.in_title = [], [], "", 0
        self.page_title, self.in_page_title = "", False

    def handle_starttag(self, tag, attrs):
        classes = (dict(attrs).get("class") or "").split()
        if tag in VOID:
            return
        if "js-comment-body" in classes and "js-preview-body" not in classes:
            self.posts.append({"code": 0, "text": ""})
            self.stack.append((tag, "post"))
        elif "js-issue-title" in classes and not self.title:
            self.in_title = len(self.stack) + 1
            self.stack.append((tag, "title"))
        else:
            self.stack.append((tag, ""))
        if tag == "title" and not self.page_title:
            self.in_page_title = True
        if tag == "pre" and any(kind == "post" for _, kind in self.stack) and not any(t == "blockquote" for t, _ in self.stack):
            self.posts[-1]["code"] += 1

    def handle_endtag(self, tag):
        if tag == "title":
            self.in_page_title = False
        for i in range(len(self.stack) - 1, -1, -1):
            if self.stack[i][0] == tag:
                del self.stack[i:]
                break
        if self.in_title and len(self.stack) < self.in_title:
            self.in_title = 0

    def handle_data(self, data):
        if self.in_title:
            self.title += data
        if self.in_page_title:
            self.page_title += data
        if any(kind == "post" for _, kind in self.stack):
            self.posts[-1]["text"] += data


def squeeze(text):
    return re.sub(r"\s+", " ", text).strip()


def score(show=False):
    pages = sorted(glob.glob(os.path.join(CORPUS, "text", "pages", "*")))
    right = 0
    for path in pages:
        reader = Reader()
        reader.feed(open(path, encoding="utf-8", errors="replace").read())
        out = subprocess.run([os.path.join(ROOT, "build/release/steps-driver"), "--json", path], capture_output=True, text=True).stdout
        got = json.loads(out)
        title = squeeze(reader.title) or squeeze(reader.page_title.split("\u00b7")[0])
        posts = [p["code"] for p in reader.posts]
        ok = squeeze(got["title"]) == title and [p["code_blocks"] for p in got["posts"]] == posts and all(p["author"] for p in got["posts"])
        right += ok
        if show and not ok:
            print(os.path.basename(path), repr(title), repr(got["title"]), posts, [(p["code_blocks"], p["author"]) for p in got["posts"]])
    return right, len(pages)


if __name__ == "__main__":
    print("pages right: %d of %d" % score("-v" in sys.argv))
