// What the room is asked about one's seat: ranges, previews, hints, threats, and why something cannot be done.

import type { Room } from "../core/room.svelte";
import { words } from "../core/words.svelte";
import type { Hint, Preview, Threat, View } from "../protocol";
import { natural, worst } from "./reasons";

export abstract class Questions {
  hint = $state.raw<Hint | null>(null);
  isHinting = $state(false);
  threats = $state.raw<readonly Threat[] | null>(null);
  reach = $state.raw<readonly string[]>([]);
  previews = $state.raw<ReadonlyMap<string, Preview>>(new Map());
  /** Why something cannot be done, until it is put away. */
  said = $state("");

  constructor(readonly room: Room) {}

  abstract readonly seat: number | null;
  abstract readonly view: View;

  /** Put away what was asked about a situation that is over. */
  protected forget(): void {
    this.hint = null;
    this.said = "";
    this.reach = [];
    this.previews = new Map();
  }

  async showReach(card: string): Promise<void> {
    if (this.seat === null) return;
    const answer = await this.room.ask({ t: "ask_reach", seat: this.seat, card }, "reach");
    this.reach = answer?.hexes ?? [];
  }

  async askPreviews(actions: readonly string[]): Promise<void> {
    const wanted = actions.filter((action) => !this.previews.has(action)).slice(0, 12);
    if (this.seat === null || !wanted.length) return;
    const answer = await this.room.ask({ t: "ask_previews", seat: this.seat, actions: wanted }, "previews");
    this.previews = new Map([...this.previews, ...(answer?.previews ?? []).map((found) => [found.action, found] as const)]);
  }

  async askHint(): Promise<void> {
    if (this.seat === null || this.isHinting) return;
    this.isHinting = true;
    const version = this.room.update?.version;
    const answer = await this.room.ask({ t: "ask_hint", seat: this.seat }, "hint");
    this.isHinting = false;
    if (version === this.room.update?.version) this.hint = answer;
  }

  async askThreats(): Promise<void> {
    if (this.seat === null) return;
    const answer = await this.room.ask({ t: "ask_threats", seat: this.seat }, "threats");
    this.threats = answer?.threats ?? null;
  }

  toggleThreats(): void {
    if (this.threats) this.threats = null;
    else void this.askThreats();
  }

  /** Say why something cannot be done now. */
  async explain(what: string, id = ""): Promise<void> {
    this.said = (await this.whyNot(what, id)) ?? "";
  }

  async whyNot(what: string, id = ""): Promise<string | null> {
    if (this.seat === null) return null;
    const answer = await this.room.ask({ t: "ask_reasons", seat: this.seat, actions: natural(what, id, this.view, this.seat) }, "reasons");
    const found = worst(answer?.reasons ?? []);
    if (!found) return null;
    const { missing, dice } = found.values ?? {};
    const values = { ...found.values };
    for (const [name, codes] of Object.entries({ missing, dice }))
      if (typeof codes === "string") values[name] = words.amounts(codes.split(" ").filter(Boolean));
    return words.told(found.code ?? "", values);
  }
}
