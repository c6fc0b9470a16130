// Where in a pack something is wrong, if that is one value of one component: then it can be told where the value is typed.

import type { Fault, Parts, Row } from "../../core/api";

export interface Spot {
  table: string;
  id: string;
  field: string;
}

/** The server names the place, such as `pack mine main.heavy_hand.damage`. */
export function spotOf({ refusal }: Fault): Spot | null {
  if (refusal.code !== "pack/bad-value") return null;
  const [, table = "", id = "", field = ""] = / (\w+)\.(\w+)\.(\w+)$/.exec(String(refusal.values["where"] ?? "")) ?? [];
  return field ? { table, id, field } : null;
}

/** A value that works there: the printed one, else that of some other component. */
export function exampleFor({ table, id, field }: Spot, parts: Parts | null): Row[string] | undefined {
  const rows = parts?.rows[table] ?? {};
  return rows[id]?.[field] ?? Object.values(rows).find((row) => field in row)?.[field];
}
