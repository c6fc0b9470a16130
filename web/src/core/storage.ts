// What this browser remembers. Where it may not (private windows, full or forbidden storage) everything lasts as long as the page.

const PREFIX = "casting-shadows:";
const memory = new Map<string, string>();

/** False once something could not be kept: the page says so, and goes on. */
export let isKept = true;

export function load<T>(key: string, fallback: T): T {
  try {
    const text = memory.get(key) ?? localStorage.getItem(PREFIX + key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function save(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + key, text);
    memory.delete(key);
    isKept = true;
  } catch {
    memory.set(key, text);
    isKept = false;
  }
}

/** Another tab of this browser keeps something else under a key, or has forgotten everything. */
export function whenElsewhere(key: string, follow: () => void): void {
  addEventListener("storage", (event) => {
    if (event.key === null || event.key === PREFIX + key) follow();
  });
}

/** Whether this browser keeps what it is given; asked before anything needs to be. */
export function isStorageKept(): boolean {
  save("kept", true);
  return isKept;
}

/** Forget everything. */
export function clear(): void {
  memory.clear();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Then nothing was kept.
  }
}

/** 128 random bits: a token, a secret, a contribution. */
export function randomHex(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
