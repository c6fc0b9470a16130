// Controls whose changes somebody else decides about.

import { tick } from "svelte";

type Field = HTMLInputElement | HTMLSelectElement;

const isTicked = (field: Field): field is HTMLInputElement => field instanceof HTMLInputElement && field.type === "checkbox";
const shown = (field: Field): string | boolean => (isTicked(field) ? field.checked : field.value);

/**
 * When a change was answered, its control shows what is so. Nothing else would take back what was refused: a value that has stayed the
 * same is not written to the page again. What has been entered there meanwhile stays.
 */
export async function settle(field: Field, answer: Promise<unknown>, so: () => unknown): Promise<void> {
  const wanted = shown(field);
  await answer;
  await tick();
  if (shown(field) !== wanted) return;
  if (isTicked(field)) field.checked = Boolean(so());
  else field.value = String(so());
}
