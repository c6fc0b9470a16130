import { expect, test } from "vitest";
import { parts, pieces } from "./credits";

test("links are told from text", () => {
  expect(pieces("from [Game-icons.net](https://game-icons.net), with thanks")).toEqual([
    { text: "from " },
    { text: "Game-icons.net", href: "https://game-icons.net" },
    { text: ", with thanks" },
  ]);
  expect(pieces("(https://a.example/b)")[1]).toEqual({ text: "https://a.example/b", href: "https://a.example/b" });
});

test("headings, paragraphs, quotes and tables are what they are", () => {
  const found = parts("# Credits\n\nMade by a tool.\n\nHello\nthere.\n\n## Fonts\n\n| Font | By |\n|---|---|\n| Cinzel | them |\n\n> as is\n>\n> again\n");
  expect(found.map((part) => part.kind)).toEqual(["paragraph", "heading", "table", "quote", "quote"]);
  expect(found[0]).toEqual({ kind: "paragraph", pieces: [{ text: "Hello there." }] });
  expect(found[2]).toEqual({ kind: "table", head: [[{ text: "Font" }], [{ text: "By" }]], rows: [[[{ text: "Cinzel" }], [{ text: "them" }]]] });
});
