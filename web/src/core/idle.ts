// For what may wait: until the next task, or until the browser has nothing more pressing to do.

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

/** Resolves after so many more pictures; where nobody looks there are none to wait for. */
export async function pictures(count: number): Promise<void> {
  for (let drawn = 0; drawn < count && !document.hidden; drawn += 1) {
    await new Promise(requestAnimationFrame);
    await nextTask();
  }
}
