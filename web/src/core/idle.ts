// For what may wait: until the next task, for a picture of its own, or until the browser has nothing more pressing to do.

const PATIENCE = 1000;

/** Resolves when the browser is idle, or after a second if it never is; where nobody looks there is no picture to wait for. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    else if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: PATIENCE });
    else setTimeout(resolve, 50); // Safari
  });
}

/** Resolves in a task of its own, at once: timers wait longer the more of them follow each other. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if ("scheduler" in globalThis) void scheduler.postTask(() => resolve());
    else setTimeout(resolve);
  });
}

/** Resolves after one more picture; where nobody looks there is none to wait for. */
async function nextPicture(): Promise<void> {
  if (document.hidden) return;
  await new Promise(requestAnimationFrame);
  await nextTask();
}

let last = Promise.resolve();

/** Draws it in a picture of its own, after all that was put off before it. */
export function inTurn(draw: () => void): void {
  last = last.then(nextPicture);
  void last.then(draw);
}
