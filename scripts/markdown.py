#!/usr/bin/env python3
"""Turns a page of docs/ into HTML for the site: headings, paragraphs, lists, tables, code, links and emphasis.

  scripts/markdown.py FILE.md >FILE.html
  scripts/markdown.py --play FILE.html TEXT     says in a page of `gridlock play` what it is, and links it to the first page

Links to other pages of docs/ that the site has lead to these; links to what it lacks become plain text. Where the site will be is SITE, like
https://example.org/rush/: without it a link to a page is shown without a picture in most places.
"""
import html
import os
import re
import sys
from pathlib import Path

OWN = {"", "index.html", "maxima.csv", "../play.html", "play.html", "rush6.html", "rush6-all.html", "rush5.html", "maxima.html", "formats.html", "rules.html"}
OWN |= {"gallery/index.html", "LICENSE.txt", "LICENSE-DATA.txt", "data/SHA256SUMS"}
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


def link(match: re.Match) -> str:
    text, target = match.groups()
    name, _, part = target.partition("#")
    name = name.split("/")[-1] if name.endswith(".md") else name
    if name in OWN or target.startswith("https://"):
        return f'<a href="{target}">{text}</a>'
    known = PAGES.get(name)
    return f'<a href="{known}{"#" + part if part and name else ""}">{text}</a>' if known else text


def inline(text: str) -> str:
    """Code is left as it is; what is HTML already, as the pictures of the gallery are, stays."""
    parts = re.split(r"(`[^`]*`|<img[^>]*>)", text)
    for k, part in enumerate(parts):
        if part.startswith("`"):
            parts[k] = f"<code>{html.escape(part[1:-1])}</code>"
        elif not part.startswith("<img"):
            part = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", html.escape(part, quote=False))
            parts[k] = re.sub(r"\*(.+?)\*", r"<em>\1</em>", part)
    return re.sub(r"\[([^\]]*)\]\(([^)\s]*)\)", link, "".join(parts))


def table(lines: list[str]) -> str:
    rows = [[inline(cell.strip()) for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])] for line in lines]
    head, body = rows[0], rows[2:]
    cells = lambda row, tag: "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in row) + "</tr>"
    top = cells(head, "th") if any(head) else ""
    return f'<div class="table" tabindex="0"><table>{top}{"".join(cells(row, "td") for row in body)}</table></div>'


def block(lines: list[str]) -> str:
    first = lines[0]
    if first.startswith("```"):
        return f'<pre tabindex="0">{html.escape(chr(10).join(lines[1:-1]))}</pre>'
    if first.startswith("|"):
        return table(lines)
    if first.startswith("#"):
        level = len(first) - len(first.lstrip("#"))
        title = first.lstrip("# ")
        anchor = re.sub(r"[^\w-]", "", title.lower().replace(" ", "-"))
        return f'<h{level} id="{anchor}">{inline(title)}</h{level}>'
    if re.match(r"(- |\d+\. )", first):
        kind = "ul" if first.startswith("- ") else "ol"
        items = re.split(r"\n\s*(?:- |\d+\. )", "\n" + "\n".join(lines))[1:]
        return f"<{kind}>{''.join(f'<li>{inline(item)}</li>' for item in items)}</{kind}>"
    return f"<p>{inline(' '.join(lines))}</p>"


def blocks(text: str) -> list[list[str]]:
    found: list[list[str]] = []
    is_open = is_code = False
    for line in re.sub(r"<!--.*?-->", "", text, flags=re.S).splitlines():
        is_fence = line.startswith("```")
        if not is_code and (not line.strip() or line.startswith("#")):
            is_open = False
        if line.strip() or is_code:
            if not is_open:
                found.append([])
            found[-1].append(line)
            is_open = not (line.startswith("#") and not is_code)
        if is_fence:
            is_open = is_code = not is_code
    return found


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
    found = blocks(text)
    body = "\n".join(block(lines) for lines in found)
    first = " ".join(next((lines for lines in found[1:] if re.match("[A-Za-z*`]", lines[0])), []))
    description = re.split(r"(?<=[.!?]) ", re.sub(r"\[([^\]]*)\]\([^)]*\)|[*`]", r"\1", first))[0]
    print(
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f'{head(title, description, root)}<link rel="icon" href="{root}icon.svg">\n<link rel="manifest" href="{root}site.webmanifest">\n'
        f'<style>{STYLE}</style>\n</head>\n<body>\n'
        f'<nav aria-label="Site"><a href="{root}index.html">All about these puzzles</a> · <a href="{root}rush6.html">Play</a></nav>\n<main>\n{body}\n</main>\n</body>\n</html>'
    )


main()
