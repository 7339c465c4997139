#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""disguise.py FILE...: disguises each program (.c .cpp .java .py) as a plagiarist would: other names, functions in reverse order, comments,
other white space. Writes for each the number of bytes, a line feed and the
bytes. The same files always give the same bytes."""
import builtins
import io
import keyword
import random
import re
import sys
import tokenize

C_KEPT = set("""auto bool break case catch char class const constexpr continue default delete do double else enum explicit
extern false final float for friend goto if import inline int long mutable namespace new noexcept nullptr null operator
package private protected public register return short signed sizeof static struct super switch template this throw
throws true try typedef typename union unsigned using virtual void volatile while abstract assert boolean byte
extends finally implements instanceof interface native synchronized transient std main Main String args""".split())
C_TOKEN = re.compile(r"""(?P<directive>^[ \t]*\#[^\n]*)|(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<name>[A-Za-z_]\w*)|(?P<number>\d[\w.']*)|(?P<blank>\s+)
    |(?P<sign>\+\+|--|<<=|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|->|::|.)""", re.M | re.S | re.X)
WORDS = "first then now take more rest here done left step next value".split()


class Names:
    """A new name for each old one."""

    def __init__(self, kept):
        self.kept = kept
        self.new = {}

    def __call__(self, name):
        if name in self.kept:
            return name
        return self.new.setdefault(name, f"renamed_{len(self.new)}")


def reverse_blocks(text, begin, end):
    """The blocks of lines from one that matches `begin` to the first after it that matches `end`, in reverse order."""
    lines = text.split("\n")
    blocks, i = [], 0
    while i < len(lines):
        if re.match(begin, lines[i]):
            j = i + 1
            while j < len(lines) and not re.match(end, lines[j]):
                j += 1
            blocks.append((i, j + 1))
            i = j
        i += 1
    bodies = [lines[i:j] for i, j in blocks]
    for (i, j), body in reversed(list(zip(blocks, reversed(bodies)))):
        lines[i:j] = body
    return "\n".join(lines)


def disguise_c(text, java, chance):
    indent = "\t" if java else ""
    text = reverse_blocks(text, rf"^{indent}\w[^;=]*\)[^;=]*$" if java else r"^(?!using|struct)\w[^;={]*\)\s*$",
                          rf"^{indent}\}}$")
    names = Names(C_KEPT)
    # The names of functions of libraries change, too: it need not compile.
    out = []
    for match in C_TOKEN.finditer(text):
        kind, token = match.lastgroup, match[0]
        if kind in ("comment", "blank"):
            continue
        if kind == "directive":
            out.append(f"\n{token}\n")
            continue
        out.append(names(token) if kind == "name" else token)
        word = chance.choice(WORDS)
        out.append(chance.choice([" ", " ", " ", "\n", "\t", f" /* {word} */ ", f" // {word} \"{word}\n\n"]))
    return "".join(out)


def disguise_python(text, chance):
    text = reverse_blocks(text, r"^def ", r"^\s*$(?!\n)|^\Z")
    libraries = re.findall(r"\w+", " ".join(re.findall(r"^(?:import|from).*", text, re.M)))
    names = Names(set(dir(builtins)) | set(keyword.kwlist) | set(libraries))
    out, attribute = [], False
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind, word = token.type, token.string
        if kind == tokenize.COMMENT:
            continue
        if kind == tokenize.INDENT:
            word = word.replace("    ", "\t  ")
        if kind == tokenize.NAME and not attribute:
            word = names(word)
        attribute = word == "."
        out.append((kind, word))
        if kind == tokenize.NEWLINE and chance.random() < 0.4:
            out.append((tokenize.COMMENT, f"# {chance.choice(WORDS)} '''"))
            out.append((tokenize.NL, "\n\n"))
    return tokenize.untokenize(out)


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        source = file.read()
    made = (disguise_python(source, random.Random(1)) if path.endswith(".py")
            else disguise_c(source, path.endswith(".java"), random.Random(1)))
    data = made.encode()
    sys.stdout.buffer.write(b"%d\n%s" % (len(data), data))
