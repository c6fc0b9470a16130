import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** What every screen needs. */
const CORE = /vite\/preload-helper|node_modules\/svelte\/|src\/core\/(api|idle|notice|route|settings|steps|storage|words)\b|src\/tutorial\/(first|progress)|src\/parts\/(Icon|LanguageSwitch|NotKept|OnlyHere|only_here)|src\/art\/icons/;
/** The table and all that lies on it are one file: a game needs all of it, and many small files take longer than a large one.
 * What comes over it, and figures, are loaded after it. */
const TABLE = /src\/(game\/(?!over\/)|art\/(?!silhouettes)|core|parts\/(CardBack|CardFace|Chat|Die|Energy|HpDial|Medallion|RangeMap|Symbol))/;

/** Scripts and styles are packed once, here, as small as can be; the server has no time for that. */
const brotli: Plugin = {
  name: "brotli",
  writeBundle({ dir = "" }, bundle) {
    for (const name of Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name)))
      writeFileSync(`${dir}/${name}.br`, brotliCompressSync(readFileSync(`${dir}/${name}`)));
  },
};

const server = "http://127.0.0.1:8421";

export default defineConfig({
  plugins: [svelte(), brotli],
  build: {
    // Into the Python package, so that an installed wheel has the page and needs no Node.
    outDir: "../src/casting_shadows/page",
    emptyOutDir: true,
    manifest: "manifest.json", // tells the server which files an address will ask for
    target: "es2022",
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: fonts
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "core", test: CORE, priority: 2 }, { name: "table", test: TABLE, priority: 1 }] } } },
  },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
});
