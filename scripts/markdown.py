#!/usr/bin/env python3
"""Turns a page of docs/ into HTML for the site: headings, paragraphs, lists, tables, code, links and emphasis.

  scripts/markdown.py FILE.md >FILE.html

Links to other pages of docs/ that the site has lead to these; links to what it lacks become plain text.
"""
import html
import re
import sys
from pathlib import Path

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
    known = PAGES.get(name) or (target if name in {"", "maxima.csv", "../play.html"} else None)
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


def main() -> None:
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    title = html.escape(re.search(r"^# (.*)", text, re.M).group(1))
    home = "../index.html" if sys.argv[1].endswith("README.md") else "index.html"
    body = "\n".join(block(lines) for lines in blocks(text))
    print(
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f'<link rel="icon" href="data:,">\n<style>{STYLE}</style>\n</head>\n<body>\n'
        f'<nav aria-label="Site"><a href="{home}">Play</a></nav>\n<main>\n{body}\n</main>\n</body>\n</html>'
    )


main()
