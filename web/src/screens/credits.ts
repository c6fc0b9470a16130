// CREDITS.md, read as far as it is written: headings, paragraphs, tables, quotes and links.

export interface Piece {
  text: string;
  href?: string;
}

interface Text {
  kind: "heading" | "paragraph" | "quote";
  pieces: Piece[];
}

interface Table {
  kind: "table";
  head: Piece[][];
  rows: Piece[][][];
}

export type Part = Text | Table;

const LINK = /\[([^\]]+)\]\((https?:[^)\s]+)\)|(https?:\/\/[^\s)|]+)/g;

export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(LINK)) {
    if (match.index > at) found.push({ text: text.slice(at, match.index) });
    const href = match[2] ?? match[3] ?? "";
    found.push({ text: match[1] ?? href, href });
    at = match.index + match[0].length;
  }
  if (at < text.length) found.push({ text: text.slice(at) });
  return found;
}

const cells = (line: string): Piece[][] => line.split("|").slice(1, -1).map((cell) => pieces(cell.trim()));

export function parts(markdown: string): Part[] {
  return markdown
    .split(/\n\s*\n|\n>\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block && !block.startsWith("# ") && !block.startsWith("Made by "))
    .map((block): Part => {
      const lines = block.split("\n");
      if (block.startsWith("#")) return { kind: "heading", pieces: pieces(block.replace(/^#+\s*/, "")) };
      if (block.startsWith("|")) return { kind: "table", head: cells(lines[0] ?? ""), rows: lines.slice(2).map(cells) };
      const text = lines.map((line) => line.replace(/^>\s?/, "")).join(" ");
      return { kind: block.startsWith(">") ? "quote" : "paragraph", pieces: pieces(text) };
    });
}
