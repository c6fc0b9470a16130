// QR codes as one SVG path: a link on this screen, read by the phone beside it.

import qrcode from "qrcode-generator";

/** Light modules around the code, without which scanners do not find it. */
export const QUIET = 3;

export interface Drawn {
  /** Modules from side to side, the quiet zone included. */
  size: number;
  path: string;
}

export function drawn(text: string): Drawn {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const rows: string[] = [];
  for (let row = 0; row < count; row++) {
    let column = 0;
    while (column < count) {
      let run = 0;
      while (column + run < count && code.isDark(row, column + run)) run++;
      if (run) rows.push(`M${column + QUIET} ${row + QUIET}h${run}v1h-${run}z`);
      column += run || 1;
    }
  }
  return { size: count + 2 * QUIET, path: rows.join("") };
}
