// A hex that is dragged with a mouse or a pen. Fingers tap instead: for them a drag scrolls the page.

/** Pixels that a hand may tremble. */
const SLACK = 6;

export class Drag {
  /** What is being dragged; null: nothing, or the pointer has not moved yet. */
  hex = $state<string | null>(null);
  x = $state(0);
  y = $state(0);

  /** *ondrop* is told what lies under the pointer where the hex is let go. */
  constructor(
    private readonly onstart: (hex: string) => void,
    private readonly ondrop: (under: Element | null) => void,
  ) {}

  begin(event: PointerEvent, hex: string): void {
    if (event.pointerType === "touch" || event.button !== 0) return;
    const over = new AbortController();
    const options = { signal: over.signal };
    const move = ({ clientX, clientY }: PointerEvent): void => {
      [this.x, this.y] = [clientX, clientY];
      if (this.hex === null && Math.hypot(clientX - event.clientX, clientY - event.clientY) > SLACK) {
        this.hex = hex;
        this.onstart(hex);
      }
    };
    const end = ({ type, clientX, clientY }: PointerEvent): void => {
      over.abort();
      if (this.hex === null) return; // it was a click
      this.hex = null;
      this.ondrop(type === "pointerup" ? document.elementFromPoint(clientX, clientY) : null);
    };
    addEventListener("pointermove", move, options);
    addEventListener("pointerup", end, options);
    addEventListener("pointercancel", end, options);
  }
}
