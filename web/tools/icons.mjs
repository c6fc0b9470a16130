// Takes the icons the page uses out of two icon sets, and says in CREDITS.md who drew them. What Icon draws goes into
// src/art/icons.ts, which is in the first load; what only cards, lands and figures are made of into src/art/silhouettes.ts.
// Run from web/: `node tools/icons.mjs`. Whoever adds an icon of Game-icons.net names its author here, or this fails.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Silhouettes of Game-icons.net (CC BY 3.0), by the folder of their author in https://github.com/game-icons/icons. */
const AUTHORS = {
  Lorc: `bee big-wave bubbles butterfly concentration-orb crow-dive crystal-shine cursed-star cut-diamond double-ringed-orb eclipse
    emerald fire-tail fire-wave floating-crystal fox-head gecko hydra ice-spear lightning-trio lotus-flower magic-shield
    magic-swirl peaks raven run rune-stone shark-jaws shield-reflect skull-crack slap snowflake-1 sonic-screech stag-head
    surrounded-shield thorny-vine turtle volcano whirlwind wolf-head evil-bat`,
  Delapouite: `beaver bolt-spell-cast bottled-shadow butterfly-flower crypt-entrance desert fern fire-spell-cast
    flower-emblem glass-ball lily-pads mouse rabbit-head rock-golem swamp-bat unicorn walrus-head`,
  Skoll: "fist",
  sbed: "death-skull",
  DarkZaitzev: "chameleon-glyph",
  "Caro Asercion": "badger barn-owl fox",
};

/** What the page draws, in any order. */
const SILHOUETTES = `badger barn-owl beaver bee big-wave bolt-spell-cast bottled-shadow bubbles butterfly butterfly-flower
  chameleon-glyph concentration-orb crow-dive crypt-entrance crystal-shine cursed-star cut-diamond death-skull desert
  double-ringed-orb eclipse emerald evil-bat fern fire-spell-cast fire-tail fire-wave fist floating-crystal flower-emblem fox
  fox-head gecko glass-ball hydra ice-spear lightning-trio lily-pads lotus-flower magic-shield magic-swirl mouse peaks
  rabbit-head raven rock-golem run rune-stone shark-jaws shield-reflect skull-crack slap snowflake-1 sonic-screech stag-head
  surrounded-shield swamp-bat thorny-vine turtle unicorn volcano walrus-head whirlwind wolf-head`;

/** Parts of a silhouette, by number, that the edge of its box cuts off: on the page they stand in no box. */
const LEFT_OUT = { "lily-pads": [1, 2, 3] };

const list = (text) => text.split(/\s+/).filter(Boolean).sort();

const ARGUMENTS = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** The commands of a path, each with its numbers. */
function* commands(path) {
  let at = 0;
  let letter = "";
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(path);
    if (found) at = pattern.lastIndex;
    return found?.[1];
  };
  while (at < path.length) {
    letter = take(/[\s,]*([a-zA-Z])/y) ?? { M: "L", m: "l" }[letter] ?? letter;
    const isArc = letter.toUpperCase() === "A";
    const numbers = Array.from({ length: ARGUMENTS[letter.toUpperCase()] }, (_, index) =>
      // The two flags of an arc are one digit each, often with nothing after them.
      Number(take(isArc && (index === 3 || index === 4) ? /[\s,]*([01])/y : /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/y)),
    );
    if (numbers.some(Number.isNaN)) throw new Error(`cannot read the path at ${at}: ${path.slice(at, at + 20)}`);
    yield [letter, numbers];
    take(/([\s,]*)/y);
  }
}

/** A path without some of its parts, in whole numbers, each relative to where the pen really is, so that errors do not add up. */
function rounded(path, leftOut = []) {
  let [x, y, startX, startY] = [0, 0, 0, 0]; // as its author drew it
  let [penX, penY, penStartX, penStartY] = [0, 0, 0, 0]; // as we draw it
  let out = "";
  let last = "";
  let part = -1;
  const put = (letter, numbers) => {
    const text = numbers.map((number) => (number < 0 ? `${number}` : ` ${number}`)).join("");
    out += letter === last ? text : letter + text.trimStart();
    last = letter;
  };
  for (const [command, given] of commands(path)) {
    const letter = command.toUpperCase();
    const [baseX, baseY] = command === letter ? [0, 0] : [x, y];
    if (letter === "M") part += 1;
    const isLeftOut = leftOut.includes(part);
    if (letter === "Z") {
      [x, y] = [startX, startY];
      if (isLeftOut) continue;
      put("z", []);
      [penX, penY] = [penStartX, penStartY];
      continue;
    }
    const drawn = letter === "A" ? given.slice(5) : given;
    const points =
      letter === "H" ? [baseX + given[0], y] : letter === "V" ? [x, baseY + given[0]] : drawn.map((number, at) => number + (at % 2 ? baseY : baseX));
    [x, y] = points.slice(-2);
    if (letter === "M") [startX, startY] = [x, y];
    if (isLeftOut) continue;
    const whole = points.map(Math.round);
    const steps = whole.map((number, at) => number - (at % 2 ? penY : penX));
    [penX, penY] = whole.slice(-2);
    if (letter === "M") {
      last = "";
      put("m", steps);
      [penStartX, penStartY] = [penX, penY];
    } else if (letter === "A") put("a", [...given.slice(0, 3).map(Math.round), ...given.slice(3, 5), ...steps]);
    else if (steps.every((step) => step === 0)) continue;
    else if (!"HVL".includes(letter)) put(letter.toLowerCase(), steps);
    else if (steps[1] === 0) put("h", [steps[0]]);
    else if (steps[0] === 0) put("v", [steps[1]]);
    else put("l", steps);
  }
  return out.replace(/^m/, "M");
}

/** Every shape of a Lucide icon as one path, drawn as lines. */
function lines(body) {
  const number = (tag, name) => Number(new RegExp(`\\b${name}="([^"]+)"`).exec(tag)?.[1] ?? 0);
  const round = (value) => Math.round(value * 100) / 100;
  return [...body.matchAll(/<(path|circle|rect|line|ellipse|polyline|polygon)\b[^>]*>/g)]
    .map(([tag, kind]) => {
      const at = (name) => number(tag, name);
      if (kind === "path") return /\bd="([^"]+)"/.exec(tag)[1].replace(/^m/, "M");
      if (kind === "line") return `M${at("x1")} ${at("y1")}L${at("x2")} ${at("y2")}`;
      if (kind === "circle" || kind === "ellipse") {
        const rx = at("r") || at("rx"), ry = at("r") || at("ry");
        return `M${round(at("cx") - rx)} ${at("cy")}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
      }
      if (kind === "rect") {
        const r = at("rx") || at("ry"), w = at("width") - 2 * r, h = at("height") - 2 * r;
        const arc = (dx, dy) => (r ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : "");
        return `M${at("x") + r} ${at("y")}h${w}${arc(r, r)}v${h}${arc(-r, r)}h${-w}${arc(-r, -r)}v${-h}${arc(r, -r)}z`;
      }
      throw new Error(`a ${kind} in a Lucide icon: say how it is drawn`);
    })
    .join("");
}

const author = new Map(Object.entries(AUTHORS).flatMap(([name, icons]) => list(icons).map((icon) => [icon, name])));
const drawn = list(SILHOUETTES);
const nameless = drawn.filter((icon) => !author.has(icon));
if (nameless.length) throw new Error(`no author is known for: ${nameless.join(", ")}`);

const game = require("@iconify-json/game-icons/icons.json").icons;
const lucide = require("@iconify-json/lucide/icons.json");

const texts = readdirSync("src", { recursive: true })
  .filter((file) => /\.(svelte|ts)$/.test(file) && !/art.(icons|silhouettes)\.ts$/.test(file))
  .map((file) => [file, readFileSync(`src/${file}`, "utf8")]);

/** Silhouettes that are named outside of the art: those are drawn by Icon. */
function figures() {
  const quoted = texts.filter(([file]) => !/^art\b/.test(file)).flatMap(([, text]) => text.match(/"[a-z0-9-]+"/g) ?? []);
  return drawn.filter((icon) => quoted.includes(`"${icon}"`));
}

/** Controls of Lucide (ISC): those that the page names, in `<Icon name=…>`, as an `icon:` or an action's, or in the words. */
function controls() {
  const quoted = texts.flatMap(([, text]) => text.match(/<Icon\b[^>]*>|\bicon: "[^"]*"|\baction\("[^"]*"/g) ?? []).flatMap((use) => use.match(/"[a-z0-9-]+"/g) ?? []);
  const said = readFileSync("../src/casting_shadows/engine/words/en.toml", "utf8").match(/\[[a-z-]+\]/g) ?? [];
  const names = new Set([...quoted, ...said].map((name) => name.slice(1, -1)));
  return [...names].filter((name) => name in lucide.icons || name in lucide.aliases).sort();
}

const pathOf = (icon) => /^<path fill="currentColor" d="([^"]*)"\/>$/.exec(game[icon].body)[1];
const table = (name, doc, entries) =>
  `/** ${doc} */\nexport const ${name}: Readonly<Record<string, string>> = {\n${entries.map(([icon, path]) => `  "${icon}": "${path}",\n`).join("")}};\n`;

const named = controls();
const MADE = "// Made by tools/icons.mjs; do not edit. CREDITS.md says who drew these.\n\n";
const silhouettes = (icons) => icons.map((icon) => [icon, rounded(pathOf(icon), LEFT_OUT[icon])]);
writeFileSync("src/art/silhouettes.ts", MADE + table("SILHOUETTES", "Filled, in a box of 512.", silhouettes(drawn)));
writeFileSync(
  "src/art/icons.ts",
  MADE +
    table("FIGURES", "Filled, in a box of 512.", silhouettes(figures())) +
    "\n" +
    table("CONTROLS", "Drawn as lines 2 wide, in a box of 24.", named.map((icon) => [icon, lines(lucide.icons[lucide.aliases[icon]?.parent ?? icon].body)])),
);

const used = Object.keys(AUTHORS).map((name) => [name, drawn.filter((icon) => author.get(icon) === name)]);
const notice = (package_) => readFileSync(`node_modules/${package_}/LICENSE${package_ === "svelte" ? ".md" : ""}`, "utf8").replaceAll("\r", "");
const copyright = (package_) => /^Copyright[^(\n]*\(c\)[^\n]*|^Copyright \d[^\n(]*(\([^)]*\))?/im.exec(notice(package_))[0].trim();
const MIT = notice("zzfx").split("\n\n").slice(2).join("\n\n").trim();

writeFileSync(
  "../CREDITS.md",
  `# Credits

Made by \`node tools/icons.mjs\` in \`web/\`; do not edit.

Casting Shadows is an unofficial fan implementation. Board, cards, symbols, dice and medallions are drawn by the program itself; it
contains no art of the printed game.

## Silhouettes

Icons made by the authors below, from [Game-icons.net](https://game-icons.net), licensed under
[CC BY 3.0](https://creativecommons.org/licenses/by/3.0/). They were recolored, lit, combined with other drawings, some parts
left out, and their coordinates rounded.

| Author | Icons |
|---|---|
${used.map(([name, icons]) => `| ${name} | ${icons.join(", ")} |`).join("\n")}

## Controls

Icons of [Lucide](https://lucide.dev), ISC License, Copyright (c) for portions of Lucide are held by Cole Bemis 2013-2022 as part of
Feather (MIT). All other copyright (c) for Lucide are held by Lucide Contributors 2022.

> Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided
> that the above copyright notice and this permission notice appear in all copies.
>
> THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED
> WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR
> CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT,
> NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.

## Fonts

Each under the [SIL Open Font License 1.1](https://openfontlicense.org), unchanged.

| Font | Copyright |
|---|---|
${[["Cinzel", "cinzel"], ["Alegreya Sans", "alegreya-sans"], ["Atkinson Hyperlegible", "atkinson-hyperlegible"]].map(([name, font]) => `| ${name} | ${copyright(`@fontsource/${font}`).replace(/ AlegreyaSans-.*| Atkinson.*/, "")} |`).join("\n")}

## Programs in the page

| Program | Copyright | License |
|---|---|---|
| [Svelte](https://svelte.dev) | ${copyright("svelte").replace(/\[([^\]]+)\]\([^)]*\)?/, "$1")} | MIT |
| [ZzFX](https://github.com/KilledByAPixel/ZzFX) | ${copyright("zzfx")} | MIT |
| [QR Code Generator](https://github.com/kazuhikoarase/qrcode-generator) | Copyright (c) 2009 Kazuhiko Arase | MIT |

> ${MIT.replaceAll("\n", "\n> ").replaceAll("> \n", ">\n")}
`,
);
console.log(`${drawn.length} silhouettes, ${named.length} controls`);
