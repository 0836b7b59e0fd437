#!/usr/bin/env python3
"""Writes the slice of WordNet that UI words need: data/synonyms.txt.

usage: tools/train/wordnet.py data/vectors.bin data/synonyms.txt [/usr/share/wordnet]

A line is a word and the words that share one of its two most frequent senses;
both are words that reports use (the names in vectors.bin). Standard library only.
"""
import struct
import sys


def known_words(path):
    data = open(path, "rb").read()
    count = struct.unpack("<i", data[4:8])[0]
    at, words = 8, []
    for _ in range(count):
        n = data[at]
        words.append(data[at + 1:at + 1 + n].decode("utf-8", "replace"))
        at += 1 + n
    return words


def main():
    words = set(w for w in known_words(sys.argv[1]) if w.isalpha() and len(w) > 2)
    folder = sys.argv[3] if len(sys.argv) > 3 else "/usr/share/wordnet"
    synonyms = {}
    for part in ("noun", "verb", "adj"):
        members = {}
        for line in open("%s/data.%s" % (folder, part), encoding="latin-1"):
            if line.startswith(" "):
                continue
            fields = line.split(" | ")[0].split()
            count = int(fields[3], 16)
            members[fields[0]] = [fields[4 + 2 * i].lower() for i in range(count)]
        senses = {}
        for line in open("%s/index.%s" % (folder, part), encoding="latin-1"):
            if line.startswith(" "):
                continue
            fields = line.split()
            if fields[0] in words:
                senses[fields[0]] = fields[-int(fields[2]):][:2]
        for word, synsets in senses.items():
            for synset in synsets:
                for other in members.get(synset, []):
                    other = other.split("(")[0]
                    # the sense must be a frequent one for both
                    if other != word and other in words and synset in senses.get(other, []):
                        synonyms.setdefault(word, set()).add(other)
    with open(sys.argv[2], "w") as out:
        for word in sorted(synonyms):
            out.write(word + " " + " ".join(sorted(synonyms[word])) + "\n")


main()
