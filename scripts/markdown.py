#!/usr/bin/env python3
"""Turns a page of docs/ into HTML for the site, by markdown-it-py.

  scripts/markdown.py FILE.md >FILE.html
  scripts/markdown.py --play FILE.html TEXT     says in a page of `gridlock play` what it is, and links it to the first page

Links to other pages of docs/ that the site has lead to these; links to what it lacks become plain text. Where the site will be is SITE, like
https://example.org/rush/: without it a link to a page is shown without a picture in most places.
"""
from __future__ import annotations

import html
import os
import re
import sys
from pathlib import Path

try:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
except ImportError:
    sys.exit(f"markdown.py: {sys.executable} has no markdown-it-py: pip install markdown-it-py, or PYTHON=path of one that has it")

OWN = {"", "index.html", "maxima.csv", "../play.html", "play.html", "rush6.html", "rush6-all.html", "rush5.html", "rush7-60.html", "maxima.html", "formats.html"}
OWN |= {"rules.html", "gallery/index.html", "LICENSE.txt", "LICENSE-DATA.txt", "data/SHA256SUMS"}
PAGES = {"MAXIMA.md": "maxima.html", "FORMATS.md": "formats.html", "RULES.md": "rules.html"}
STYLE = """
:root { color-scheme: light dark; --back: #fff; --text: #14171c; --link: #0b4fae; }
@media (prefers-color-scheme: dark) { :root { --back: #14171c; --text: #e8eaee; --link: #8ab8ff; } }
a { color: var(--link); }
body { background: var(--back); color: var(--text); max-width: 60rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
main { overflow-wrap: anywhere; }
.table { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border: 1px solid #8888; padding: .25rem .5rem; text-align: left; overflow-wrap: normal; }
img { max-width: 100%; height: auto; }
pre { overflow-x: auto; padding: .6rem; border: 1px solid #8888; }
"""


def target(href: str) -> str | None:
    """Where a link leads on the site; None if the site lacks it."""
    name, _, part = href.partition("#")
    name = name.split("/")[-1] if name.endswith(".md") else name
    if name in OWN or href.startswith("https://"):
        return href
    known = PAGES.get(name)
    return known and f"{known}{'#' + part if part and name else ''}"


def parsed(text: str) -> tuple[MarkdownIt, list[Token]]:
    """The tokens of a page with the links of the site and an anchor for each heading, and their renderer."""
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(re.sub(r"<!--.*?-->", "", text, flags=re.S))
    for token, inline in zip(tokens, tokens[1:]):
        if token.type == "heading_open":
            token.attrSet("id", re.sub(r"[^\w-]", "", inline.content.lower().replace(" ", "-")))
        link = None
        for child in inline.children or []:
            if child.type == "link_open":
                link = target(str(child.attrGet("href")))
                child.attrSet("href", link or "")
            child.hidden = child.type in ("link_open", "link_close") and link is None
    rules = markdown.renderer.rules
    rules["fence"] = lambda tokens, at, *_: f'<pre tabindex="0">{html.escape(tokens[at].content)}</pre>\n'
    rules["table_open"] = lambda *_: '<div class="table" tabindex="0"><table>\n'
    rules["table_close"] = lambda *_: "</table></div>\n"
    return markdown, tokens


def plain(inline: Token) -> str:
    """The text of a paragraph."""
    return "".join(" " if child.type == "softbreak" else child.content for child in inline.children or [] if child.type != "html_inline")


def head(title: str, description: str, root: str) -> str:
    """What search engines and messengers show of a page; its icon."""
    title, description, site = html.escape(title), html.escape(description), html.escape(os.environ.get("SITE", root))
    return (
        f'<meta name="description" content="{description}">\n<meta property="og:type" content="website">\n'
        f'<meta property="og:title" content="{title}">\n<meta property="og:description" content="{description}">\n'
        f'<meta property="og:image" content="{site}gallery/play.png">\n<meta name="twitter:card" content="summary_large_image">\n'
    )


def adorn(path: Path, description: str) -> None:
    page = path.read_text(encoding="utf-8")
    title = html.unescape(re.search("<title>(.*)</title>", page).group(1))
    manifest = '<link rel="manifest" href="site.webmanifest">\n'
    page = page.replace("<title>", head(title, description, "") + manifest + "<title>", 1)
    page = page.replace("; base-uri", "; manifest-src 'self'; base-uri", 1)  # of its policy
    page = page.replace("</main>", '</main>\n<footer><a href="index.html">All about these puzzles</a></footer>', 1)
    path.write_text(page, encoding="utf-8")


def main() -> None:
    if sys.argv[1] == "--play":
        adorn(Path(sys.argv[2]), sys.argv[3])
        return
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    title = html.escape(re.search(r"^# (.*)", text, re.M).group(1))
    root = "../" if sys.argv[1].endswith("README.md") else ""
    markdown, tokens = parsed(text)
    body = markdown.renderer.render(tokens, markdown.options, {})
    body = re.sub(r"<thead>\n<tr>\n(<th></th>\n)+</tr>\n</thead>\n", "", body)
    paragraphs = (inline for token, inline in zip(tokens, tokens[1:]) if token.type == "paragraph_open")
    description = re.split(r"(?<=[.!?]) ", next(filter(None, map(plain, paragraphs)), ""))[0]
    print(
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f'{head(title, description, root)}<link rel="icon" href="{root}icon.svg">\n<link rel="manifest" href="{root}site.webmanifest">\n'
        f'<style>{STYLE}</style>\n</head>\n<body>\n'
        f'<nav aria-label="Site"><a href="{root}index.html">All about these puzzles</a> · <a href="{root}rush6.html">Play</a></nav>\n<main>\n{body}\n</main>\n</body>\n</html>'
    )


main()
