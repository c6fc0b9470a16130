// Everything that is drawn, side by side, to be looked at while drawing. Not part of the page: `npx vite`, then /gallery.html.

import { mount } from "svelte";
import "./app.css";
import BoardGallery from "./art/BoardGallery.svelte";
import Gallery from "./art/Gallery.svelte";
import { words } from "./core/words.svelte";

const query = new URLSearchParams(location.search);
await words.speak(query.get("lang") ?? "en");
mount(query.has("board") ? BoardGallery : Gallery, { target: document.getElementById("app") as HTMLElement });
