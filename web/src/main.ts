import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";

// In a task of its own, after the one in which everything was loaded.
setTimeout(() => mount(App, { target: document.getElementById("app") as HTMLElement }));
