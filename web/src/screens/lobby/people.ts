// Who is here, and what a game still waits for.

import type { Member, RoomInfo } from "../../protocol";

export function openSeats(info: RoomInfo): number[] {
  return info.seats.flatMap((seat, index) => (seat.kind === "open" ? [index] : []));
}

/** Those who play and are not the owner have to say that they are ready. */
export function notReady(info: RoomInfo): Member[] {
  const players = new Set(info.seats.map((seat) => seat.member));
  return info.members.filter((member) => players.has(member.id) && member.id !== info.owner && !member.ready);
}

export function spectators(info: RoomInfo): Member[] {
  const players = new Set(info.seats.map((seat) => seat.member));
  return info.members.filter((member) => !players.has(member.id));
}

export function canStart(info: RoomInfo): boolean {
  return info.phase === "setup" && !openSeats(info).length && !notReady(info).length;
}
