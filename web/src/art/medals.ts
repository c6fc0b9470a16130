// The picture on each medal, by achievement. One that is not listed (of a newer server) gets a star.

const PICTURES: Record<string, string> = {
  first_win: "eclipse", four_casters: "fox-head", six_casters: "walrus-head", last_of_six: "wolf-head", shadow_boxer: "fist",
  heavyweight: "rock-golem", on_a_roll: "fire-tail", out_of_the_shadow: "lotus-flower", picture_of_health: "flower-emblem",
  untouchable: "magic-shield", homebody: "turtle", short_work: "lightning-trio", clean_hands: "slap", last_breath: "death-skull",
  curse_you: "cursed-star", against_all_odds: "crystal-shine", one_trick_unicorn: "unicorn", hat_trick: "rabbit-head",
  that_hurt: "skull-crack", not_today: "shield-reflect", early_shadow: "bottled-shadow", full_power: "concentration-orb",
  well_read: "barn-owl", regular: "rune-stone", thousandfold: "volcano",
};

export function pictureOf(achievement: string): string {
  return PICTURES[achievement] ?? "cursed-star";
}
