// What many drawings have in common is in the document once, so that a drawing is a handful of elements.

const NAMESPACE = "http://www.w3.org/2000/svg";
const known = new Set<string>();
let place: Element | null = null;

/** A color stop: offset, color, and how opaque. */
export type Stop = readonly [offset: number, color: string, opacity?: number];

function element(name: string, values: Record<string, string | number>): Element {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, String(value));
  return made;
}

function room(): Element {
  const drawing = element("svg", { width: 0, height: 0, class: "hidden", "aria-hidden": "true" });
  document.body.prepend(drawing); // at the end it would make the page higher
  return drawing;
}

/** A gradient for `fill` and `stroke`. It is made when the first drawing asks for it. */
export function gradient(id: string, kind: "linearGradient" | "radialGradient", values: Record<string, string | number>, stops: readonly Stop[]): string {
  if (!known.has(id)) {
    known.add(id);
    const made = element(kind, { id: `shared-${id}`, ...values });
    made.append(...stops.map(([offset, color, opacity = 1]) => element("stop", { offset, "stop-color": color, "stop-opacity": opacity })));
    (place ??= room()).append(made);
  }
  return `url(#shared-${id})`;
}

/** From above to below. */
export const DOWN = { x1: 0, y1: 0, x2: 0, y2: 1 };

/** What a function of a name gives, worked out once. */
export function remembered<T>(make: (name: string) => T): (name: string) => T {
  const found = new Map<string, T>();
  return (name) => {
    if (!found.has(name)) found.set(name, make(name));
    return found.get(name) as T;
  };
}

/** A circle as a piece of a path. */
export function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** A line from one point to another as a piece of a path, turned around 0,0 by degrees. */
export function turned(degrees: number, ...points: readonly (readonly [number, number])[]): string {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return `M${points.map(([x, y]) => `${Math.round((x * cos - y * sin) * 100) / 100} ${Math.round((x * sin + y * cos) * 100) / 100}`).join("L")}`;
}
