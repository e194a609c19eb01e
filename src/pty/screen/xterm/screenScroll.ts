import type { TerminalCore } from './screenTerminal';

/** The rows that a sequence moves, and the direction. `up` makes room at the bottom. */
interface Scroll {
  readonly final: 'S' | 'T' | 'L' | 'M';
  readonly isUp: boolean;
  readonly fromCursor: boolean;
}

const SCROLLS: readonly Scroll[] = [
  { final: 'S', isUp: true, fromCursor: false },
  { final: 'T', isUp: false, fromCursor: false },
  { final: 'L', isUp: false, fromCursor: true },
  { final: 'M', isUp: true, fromCursor: true },
];

/**
 * Scrolls by a count in one step. xterm.js scrolls row by row, so `CSI 2147483647 S`, 14 bytes,
 * would block the thread for hours.
 */
export function registerScrolls(core: TerminalCore): void {
  for (const scroll of SCROLLS) {
    core.registerCsiHandler({ final: scroll.final }, ({ params }) => {
      const count = params[0] ?? 0;
      return count > 1 && scrollBy(core, scroll, count);
    });
  }
}

/**
 * The effect of `count` calls in xterm.js (`InputHandler.scrollUp`, `scrollDown`, `insertLines`,
 * `deleteLines`).
 */
function scrollBy(core: TerminalCore, scroll: Scroll, count: number): true {
  const buffer = core.buffers.active;
  const { y, scrollTop, scrollBottom } = buffer;
  if (!scroll.fromCursor) {
    rotate(core, scroll, scrollTop, count);
  } else if (y >= scrollTop && y <= scrollBottom) {
    rotate(core, scroll, y, count);
    buffer.x = 0;
  }
  return true;
}

/** Moves rows from one end of the region to the other and empties them. */
function rotate(core: TerminalCore, { final, isUp }: Scroll, top: number, wanted: number): void {
  const { active: buffer } = core.buffers;
  const count = Math.min(wanted, buffer.scrollBottom - top + 1);
  const first = buffer.ybase + top;
  const last = buffer.ybase + buffer.scrollBottom - count + 1;
  const [from, to] = isUp ? [first, last] : [last, first];
  const moved = Array.from({ length: count }, (_, offset) =>
    buffer.lines.get(from + offset),
  ).filter((line) => line !== undefined);
  // Only `CSI T` ignores the pen's background.
  const attributes = final === 'T' ? undefined : core._inputHandler._eraseAttrData();
  const blank = buffer.getNullCell(attributes);
  for (const line of moved) {
    line.fill(blank);
    line.isWrapped = false;
  }
  buffer.lines.splice(from, moved.length);
  buffer.lines.splice(to, 0, ...moved);
}
