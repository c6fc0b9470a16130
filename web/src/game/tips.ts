// What things at the table are, in a sentence: shown by Zoom.svelte while they are pointed at, held, or have the focus.

import { faceOf, t, words } from "../core/words.svelte";
import type { SeatFacts, View } from "../protocol";

const STATUSES = ["frozen", "stunned"] as const;

export function aboutAction(what: string): string {
  return what === "end" ? t("tip.end") : t(`glossary.about_${what}`);
}

export function aboutResource(code: string): string {
  if (code === "CC") return t("glossary.about_curse");
  if (code === "SF") return t("glossary.about_fragment");
  return code.startsWith("P") ? `${t("glossary.about_purple")} ${t("glossary.about_resource")}` : t("glossary.about_resource");
}

/** A die or a token by its name, and what it is good for. */
export function namedResource(die: string): string {
  const code = faceOf(die);
  return t("tip.named", { name: words.name(code), about: aboutResource(code) });
}

/** Each of several resources once, by its name. */
export function namedResources(codes: readonly string[]): string {
  return [...new Set(codes)].map(namedResource).join("\n");
}

/** Why a die cannot be rolled again although others can. */
export function aboutLocked(die: string): string {
  const code = faceOf(die);
  return code === "CC" ? t("tip.locked") : t("game.die_locked", { die: words.name(code) });
}

/** What the game waits for, and when it ends by itself. */
export function aboutRound({ phase, mode, max_rounds: n }: View): string {
  const limit = t(mode === "solo" ? "tip.round_limit_alone" : "tip.round_limit", { n });
  return [words.term(`phase_${phase}`), n ? limit : t("tip.round")].join(" · ");
}

/** What Shadow Energy is collected for, in this player's form. */
export function aboutEnergy({ form, most_energy }: SeatFacts): string {
  return t(`tip.energy_${form}`, { n: most_energy });
}

export function aboutHp({ hp, most_hp }: SeatFacts): string {
  return t("tip.named", { name: t("card.hp", { hp, most: most_hp }), about: t("glossary.about_hp") });
}

/** A status by its name, and what it does to whoever has it. */
export function aboutStatus(status: string): string {
  return t("tip.named", { name: words.term(`status_${status}`), about: t(`glossary.about_${status}`) });
}

/** All statuses of a player; undefined: there are none to tell of. */
export function aboutStatuses(facts: SeatFacts | undefined): string | undefined {
  return STATUSES.filter((status) => facts?.[status]).map(aboutStatus).join("\n") || undefined;
}
