// The fingerprint by which a secret is promised before a game, worked out in this browser rather than believed.

/** SHA-256 of bytes written in hex, in hex; null where a browser gives no cryptography (a page without https). */
export async function sha256(hex: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
