/** Whether a host is the machine itself, or every network of it: another device that is sent there ends up at itself. */
export function isOnlyHere(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);
}
