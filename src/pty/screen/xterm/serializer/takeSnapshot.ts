import type { KittyKeyboard } from '../kittyKeyboard';
import { MAX_HISTORY_CHARS } from '../../../limits';
import { formatBufferState, formatCursor } from './screenCursor';
import type { ScreenDirectory } from '../screenDirectory';
import type { ExtraModes } from '../screenExtraModes';
import type { ScreenLinks } from '../screenLinks';
import type { ScreenPalette } from '../screenPalette';
import { DEFAULT_PEN } from './screenPen';
import type { ScreenProgress } from '../screenProgress';
import { RowPainter } from './screenRows';
import type { ScreenTerminal, TerminalBuffer } from '../screenTerminal';
import type { ScreenSnapshot } from '../../screenSnapshot';

/**
 * The approximate length of a slice of history, in characters. A viewer takes it in well under 8
 * ms.
 */
export const HISTORY_SLICE = 64 * 1024;

/** A full reset, which does not change line feed mode. Nothing is shown until all has been read. */
const BEGIN = '\x1bc\x1b[20l\x1b[?2026h';
const END = '\x1b[?2026l';

/** The state from which a snapshot is taken. */
interface SnapshotSource {
  readonly screen: ScreenTerminal;
  readonly links: ScreenLinks;
  readonly keyboard: KittyKeyboard;
  readonly palette: ScreenPalette;
  readonly extraModes: ExtraModes;
  readonly progress: ScreenProgress;
  readonly directory: ScreenDirectory;
  /** The title set by OSC 0 or 2, if any. VS Code's terminal has no title stack. */
  readonly title: string | undefined;
  readonly tail: Uint8Array;
}

/**
 * Serializes a screen with at most `scrollback` rows above it, fewer if these exceed
 * `MAX_HISTORY_CHARS`.
 */
export function takeSnapshot(source: SnapshotSource, scrollback: number): ScreenSnapshot {
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
      // The oldest rows exceed the limit: retry with half as many of the newest.
      return takeSnapshot(source, Math.floor((row - begin) / 2));
    }
  }
  text += paintScreen(source, normal, painter);
  if (active === alt) {
    painter.use(DEFAULT_PEN);
    text += `${painter.take()}\x1b[?1047h\x1b[H${source.keyboard.formatAlternate()}`;
    text += paintScreen(source, alt, painterOf(source, alt));
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
 * The state that no cell shows. Colours come first, since a terminal reports their changes to its
 * program only after that mode is set.
 */
function formatUnseen(source: SnapshotSource): string {
  const { core } = source.screen;
  const { alt, active } = core.buffers;
  const painter = painterOf(source, alt);
  const alternate = active === alt ? '' : formatBufferState(core, alt, painter);
  painter.use(DEFAULT_PEN);
  return source.palette.format() + source.keyboard.formatNormal(alternate + painter.take());
}

/**
 * The rows of one buffer's screen, then the state of that buffer. The pen is the default one at the
 * end.
 */
function paintScreen(
  { screen }: SnapshotSource,
  buffer: TerminalBuffer,
  painter: RowPainter,
): string {
  const { core } = screen;
  const last = buffer.ybase + core.rows - 1;
  let text = '';
  for (let row = buffer.ybase; row <= last; row++) {
    text += painter.paint(row, row + 1) + (row < last ? painter.advance(row) : '');
  }
  text += formatBufferState(core, buffer, painter);
  painter.use(DEFAULT_PEN);
  return text + painter.take();
}

/** The state that does not belong to a buffer. */
function formatRest(source: SnapshotSource, painter: RowPainter): string {
  const { screen, title, extraModes, progress, directory } = source;
  const { convertEol, cursorBlink } = screen.terminal.options;
  return [
    title === undefined ? '' : `\x1b]2;${title}\x07`,
    convertEol ? '\x1b[20h' : '',
    cursorBlink ? '\x1b[?12h' : '',
    extraModes.format(),
    progress.format(),
    directory.format(),
    END,
    formatCursor(screen, painter),
  ].join('');
}
