#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Parses the pages of a contest in a folder. They have only known elements and attributes, no inline style or script, links only to the
server, a token in each form, and a label for each field.
Called with the folder, the least number of pages, and a word that each of them shows. Hidden and bidirectional characters occur only in
values that a user typed."""
import html.parser
import os
import re
import sys

VOID = {"meta", "link", "input", "img", "br", "hr", "circle", "image"}
ELEMENTS = VOID | set(
    "html head title script body header nav main footer section article div p span a b bdi small abbr h1 h2 h3 h4 h5 h6 "
    "ul ol li table thead tbody tfoot tr th td form label select option optgroup textarea button details summary progress time pre "
    "code em strong i sup sub del blockquote svg text dialog dl dt dd".split())
ATTRIBUTES = {
    "*": {"class", "id", "hidden", "title", "role", "tabindex", "aria-label", "aria-hidden", "aria-current", "lang"},
    "meta": {"charset", "name", "content"}, "link": {"rel", "href", "type"}, "html": {"lang"}, "script": {"type", "src", "defer"},
    "a": {"href", "rel"}, "th": {"scope", "bgcolor"}, "td": {"bgcolor"}, "form": {"method", "action", "enctype"},
    "input": {"type", "name", "value", "required", "checked", "maxlength", "pattern", "title", "min", "max", "autocomplete", "multiple",
              "autocapitalize", "spellcheck", "placeholder"}, "label": {"for"},
    "select": {"name", "required", "multiple", "size"}, "optgroup": {"label"}, "option": {"value", "selected"},
    "textarea": {"name", "rows", "required", "maxlength", "spellcheck", "autocapitalize", "autocomplete"},
    "button": {"type", "name", "value", "formnovalidate"}, "progress": {"max", "value"}, "time": {"datetime"}, "details": {"open"},
    "img": {"src", "alt", "loading"},
    "ol": {"start"}, "svg": {"viewbox", "preserveaspectratio"}, "rect": {"x", "y", "width", "height"}, "circle": {"cx", "cy", "r", "fill"},
}
UNSEEN = re.compile("[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
ADDRESS = re.compile(r"/(?![/\\])[!-~]*\Z|#[\w-]+\Z")
LINK = re.compile(r"(https?://|mailto:)[!-~]+\Z")


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.faults, self.stack, self.counts, self.ids = [], [], {}, set()
        self.in_post, self.has_token, self.shown = False, False, ""

    def fault(self, text):
        self.faults.append(f"line {self.getpos()[0]}: {text}")

    def handle_starttag(self, tag, attributes):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if tag not in ELEMENTS:
            self.fault(f"element {tag!r}")
        named = dict(attributes)
        if len(named) != len(attributes):
            self.fault(f"{tag}: an attribute twice")
        for name, value in attributes:
            self.check_attribute(tag, name, value or "", named)
        self.check_element(tag, named)
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.stack or self.stack.pop() != tag:
            self.fault(f"</{tag}> does not fit")
        if tag == "form" and self.in_post and not self.has_token:
            self.fault("a form without csrf")

    def handle_data(self, data):
        inside = self.stack[-1] if self.stack else ""
        self.shown += data
        if inside == "script":
            self.fault("a script in the page")
        if inside != "textarea" and UNSEEN.search(data):
            self.fault(f"unseen character in the text {data!r}")

    def handle_comment(self, data):
        self.fault("a comment")

    def check_attribute(self, tag, name, value, named):
        if name not in ATTRIBUTES["*"] | ATTRIBUTES.get(tag, set()) and not name.startswith("data-"):
            self.fault(f"{tag}: attribute {name!r}")
        if not (tag == "input" and name == "value") and UNSEEN.search(value):
            self.fault(f"{tag}: unseen character in {name}")
        if name in ("src", "action", "data-stream", "data-poll") and not ADDRESS.match(value):
            self.fault(f"{tag}: {name} is {value!r}")
        if name == "href" and not ADDRESS.match(value) and not (
                LINK.match(value) and "noopener" in named.get("rel", "")):
            self.fault(f"{tag}: href is {value!r}")
        if name == "id":
            if value in self.ids:
                self.fault(f"id {value!r} twice")
            self.ids.add(value)

    def check_element(self, tag, named):
        if tag == "script" and not named.get("src"):
            self.fault("a script without an address")
        if tag == "img" and "alt" not in named:
            self.fault("a picture without a description")
        if tag == "form":
            self.in_post, self.has_token = named.get("method") == "post", False
        if tag == "input" and named.get("name") == "csrf":
            self.has_token = True
        if tag in ("input", "select", "textarea") and named.get("type") != "hidden" and (
                "label" not in self.stack and "aria-label" not in named):
            self.fault(f"{tag} {named.get('name')!r} without a label")

    def end(self, whole):
        self.close()
        if self.stack:
            self.fault(f"not closed: {self.stack}")
        for tag in ("title", "h1", "main") if whole else ():
            if self.counts.get(tag) != 1:
                self.fault(f"{self.counts.get(tag, 0)} of <{tag}>")


def check(path):
    page = Page()
    with open(path, encoding="utf-8") as file:
        text = file.read()
    page.feed(text)
    if sys.argv[3] not in page.shown:
        page.fault(f"does not show {sys.argv[3]!r}")
    page.end(text.startswith("<!DOCTYPE html>"))
    return page.faults


names = [name for name in sorted(os.listdir(sys.argv[1])) if "assets" not in name]
faults = [f"{name}: {fault}" for name in names for fault in check(os.path.join(sys.argv[1], name))]
if len(names) < int(sys.argv[2]):
    faults.append(f"only {len(names)} pages")
print("\n".join(faults))
sys.exit(1 if faults else 0)
