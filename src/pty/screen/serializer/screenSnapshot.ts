import type { KittyKeyboard } from '../kittyKeyboard';
import { MAX_HISTORY_CHARS } from '../../limits';
import type { Dimensions } from '../../ptyProcess';
import { formatBufferState, formatCursor } from './screenCursor';
import type { ExtraModes } from '../screenExtraModes';
import type { ScreenLinks } from '../screenLinks';
import type { ScreenPalette } from '../screenPalette';
import { DEFAULT_PEN } from './screenPen';
import type { ScreenProgress } from '../screenProgress';
import { RowPainter } from './screenRows';
import type { ScreenTerminal, TerminalBuffer } from '../screenTerminal';
import type { ScreenTurns } from '../screenTurns';

/** About how long a slice of history is, in characters: what a viewer takes in well under 8 ms. */
export const HISTORY_SLICE = 64 * 1024;

/** A full reset, which leaves line feed mode as it was; nothing is shown until all has been read. */
const BEGIN = '\x1bc\x1b[20l\x1b[?2026h';
const END = '\x1b[?2026l';

/**
 * A screen as escape sequences. Written in this order to a terminal of the same size
 * (`history`, `screen`, `tail`, then what the program wrote since) they make it equal to
 * one that saw every byte. They reset the terminal first, so they repaint one that lags
 * behind as well as they fill a new one.
 *
 * Rows reach a terminal's scrollback only by scrolling through its screen, so history can
 * never follow the screen. To be fast and complete, show a snapshot without scrollback
 * first, and a whole one after it: it is taken as synchronized output (mode 2026), which
 * a terminal shows in one piece.
 */
export interface ScreenSnapshot {
  readonly dimensions: Dimensions;
  /** The scrollback, oldest first; none if it is empty or was not asked for. */
  readonly history: readonly string[];
  readonly screen: string;
  /** A sequence or character that the program has begun and not finished; no text, so not a string. */
  readonly tail: Uint8Array;
}

/** What a snapshot is taken of. */
export interface SnapshotSource {
  readonly screen: ScreenTerminal;
  readonly links: ScreenLinks;
  readonly keyboard: KittyKeyboard;
  readonly palette: ScreenPalette;
  readonly extraModes: ExtraModes;
  readonly progress: ScreenProgress;
  readonly turns: ScreenTurns;
  /** As OSC 0 or 2 set it, if one did; the stack of titles is none of VS Code's terminal. */
  readonly title: string | undefined;
  readonly tail: Uint8Array;
}

/**
 * Writes down a screen with at most `scrollback` rows above it, fewer where these are longer than
 * `MAX_HISTORY_CHARS`, holding the loop for a turn at a time.
 */
export async function takeSnapshot(
  source: SnapshotSource,
  scrollback: number,
): Promise<ScreenSnapshot> {
  const { core } = source.screen;
  const { normal, alt, active } = core.buffers;
  const painter = painterOf(source, normal);
  const history: string[] = [];
  const begin = Math.max(0, normal.ybase - scrollback);
  let text = BEGIN + formatUnseen(source);
  let chars = 0;
  for (let row = begin; row < normal.ybase; row++) {
    text += painter.paint(row, row + 1) + painter.advance(row);
    if (text.length >= HISTORY_SLICE) {
      chars += text.length;
      history.push(text);
      text = '';
    }
    if (chars > MAX_HISTORY_CHARS) {
      // So many of the oldest rows are too long: half as many of the newest are not, or are halved again.
      return takeSnapshot(source, Math.floor((row - begin) / 2));
    }
    if (source.turns.isOver) {
      await source.turns.next();
    }
  }
  text += await paintScreen(source, normal, painter);
  if (active === alt) {
    painter.use(DEFAULT_PEN);
    text += `${painter.take()}\x1b[?1047h\x1b[H${source.keyboard.formatAlternate()}`;
    text += await paintScreen(source, alt, painterOf(source, alt));
  }
  return {
    dimensions: { cols: core.cols, rows: core.rows },
    history,
    screen: text + formatRest(source, painterOf(source, active)),
    tail: source.tail,
  };
}

function painterOf({ screen, links }: SnapshotSource, buffer: TerminalBuffer): RowPainter {
  return new RowPainter({ cols: screen.core.cols, buffer, links, cell: screen.cell });
}

/**
 * What no cell shows. Colours come first: a terminal that tells its program of their changes
 * does so only once that mode is on.
 */
function formatUnseen(source: SnapshotSource): string {
  const { core } = source.screen;
  const { alt, active } = core.buffers;
  const painter = painterOf(source, alt);
  const alternate = active === alt ? '' : formatBufferState(core, alt, painter);
  painter.use(DEFAULT_PEN);
  return source.palette.format() + source.keyboard.formatNormal(alternate + painter.take());
}

/** The rows of one buffer's screen, then what is its own; the pen in hand afterwards is the default. */
async function paintScreen(
  { screen, turns }: SnapshotSource,
  buffer: TerminalBuffer,
  painter: RowPainter,
): Promise<string> {
  const { core } = screen;
  const last = buffer.ybase + core.rows - 1;
  let text = '';
  for (let row = buffer.ybase; row <= last; row++) {
    text += painter.paint(row, row + 1) + (row < last ? painter.advance(row) : '');
    if (turns.isOver) {
      await turns.next();
    }
  }
  text += formatBufferState(core, buffer, painter);
  painter.use(DEFAULT_PEN);
  return text + painter.take();
}

/** What is the terminal's, whichever buffer it shows. */
function formatRest(source: SnapshotSource, painter: RowPainter): string {
  const { screen, title, extraModes, progress } = source;
  const { convertEol, cursorBlink } = screen.terminal.options;
  return [
    title === undefined ? '' : `\x1b]2;${title}\x07`,
    convertEol ? '\x1b[20h' : '',
    cursorBlink ? '\x1b[?12h' : '',
    extraModes.format(),
    progress.format(),
    END,
    formatCursor(screen, painter),
  ].join('');
}
