// What browsers know and Svelte's types do not yet.
export {};

declare module "svelte/elements" {
  interface AriaAttributes {
    "aria-description"?: string | null;
  }
}
