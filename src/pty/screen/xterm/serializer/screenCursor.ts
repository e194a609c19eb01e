import { formatCharsets, formatG0 } from './screenCharsets';
import { formatModes } from './screenModes';
import { hasExtended, isSamePen, currentPen, penOf, savedPen, type Pen } from './screenPen';
import type { RowPainter } from './screenRows';
import type { ScreenTerminal, TerminalBuffer, TerminalCore } from '../screenTerminal';

const TAB_WIDTH = 8;

/** The state of a buffer: its tab stops, scroll region and saved cursor. */
export function formatBufferState(
  core: TerminalCore,
  buffer: TerminalBuffer,
  painter: RowPainter,
): string {
  return (
    formatTabStops(core, buffer) +
    formatScrollRegion(core, buffer) +
    savedCursor(core, buffer, painter)
  );
}

/**
 * The state with which a program continues: modes, charsets, cursor and pen. The cursor comes last
 * if it is behind a character that the next one may join (a combining mark), or beyond the edge
 * (pending wrap): only printing that character again leads there.
 */
export function formatCursor(screen: ScreenTerminal, painter: RowPainter): string {
  const { core } = screen;
  const pen = currentPen(core._inputHandler._curAttrData);
  const rest = formatCharsets(core) + formatModes(core);
  const origin = core.coreService.decPrivateModes.origin ? '\x1b[?6h' : '';
  const last = characterBeforeCursor(screen);
  if (!last) {
    painter.use(pen);
    return origin + moveTo(core, core.buffers.active) + painter.take() + rest;
  }
  painter.use(last.pen);
  const reprint = moveTo(core, last) + painter.take() + last.chars;
  const isPlain = !core._charsetService.charset && !core.coreService.modes.insertMode;
  if (isPlain && isSamePen(last.pen, pen)) {
    return rest + origin + reprint;
  }
  painter.use(pen);
  return origin + reprint + painter.take() + rest;
}

function formatTabStops({ cols }: TerminalCore, { tabs }: TerminalBuffer): string {
  const columns = Array.from({ length: cols }, (_, column) => column);
  if (columns.every((column) => (tabs[column] === true) === (column % TAB_WIDTH === 0))) {
    return '';
  }
  const stops = columns.filter((column) => tabs[column]);
  return `\x1b[3g${stops.map((column) => `\x1b[${column + 1}G\x1bH`).join('')}`;
}

function formatScrollRegion({ rows }: TerminalCore, buffer: TerminalBuffer): string {
  const { scrollTop, scrollBottom } = buffer;
  const isWhole = scrollTop === 0 && scrollBottom === rows - 1;
  return isWhole ? '' : `\x1b[${scrollTop + 1};${scrollBottom + 1}r`;
}

/**
 * A cursor that was saved inside a link continues, once restored, in the link that is open then:
 * xterm.js only saves that there was a link.
 */
function savedCursor(core: TerminalCore, buffer: TerminalBuffer, painter: RowPainter): string {
  const { savedX, savedY, savedCurAttrData, savedCharset } = buffer;
  const { fg, bg } = savedCurAttrData;
  if (savedX === 0 && savedY === 0 && fg === 0 && bg === 0 && !savedCharset) {
    return '';
  }
  const row = Math.max(savedY - buffer.ybase, 0);
  const { link } = currentPen(core._inputHandler._curAttrData);
  painter.use({ ...savedPen(savedCurAttrData), link: hasExtended(savedCurAttrData) ? link : 0 });
  const move = `\x1b[${row + 1};${savedX + 1}H`;
  const saved = move + painter.take();
  return savedCharset
    ? `${saved}${formatG0(savedCharset)}\x1b7${formatG0(undefined)}`
    : `${saved}\x1b7`;
}

interface LastCharacter {
  readonly x: number;
  readonly y: number;
  readonly chars: string;
  readonly pen: Pen;
}

function characterBeforeCursor({ core, cell }: ScreenTerminal): LastCharacter | undefined {
  const { x, y, ybase, lines } = core.buffers.active;
  const isBeyondEdge = x >= core.cols;
  const line = lines.get(ybase + y);
  if (!line || x === 0 || !(isBeyondEdge || core._inputHandler._parser.precedingJoinState !== 0)) {
    return undefined;
  }
  const isRightHalf = x > 1 && line.loadCell(x - 1, cell).getWidth() === 0;
  const column = isRightHalf && line.loadCell(x - 2, cell).getWidth() === 2 ? x - 2 : x - 1;
  const chars = line.loadCell(column, cell).getChars();
  // A resize may leave the cursor between the halves of a wide character. Printing would lead
  // behind it.
  const isInside = column + cell.getWidth() > x;
  if (isInside || (chars === '' && !isBeyondEdge)) {
    return undefined;
  }
  return { x: column, y, chars: chars || ' ', pen: penOf(cell) };
}

/** In origin mode rows count from the top of the scroll region. */
function moveTo(core: TerminalCore, { x, y }: { readonly x: number; readonly y: number }): string {
  const { origin } = core.coreService.decPrivateModes;
  const top = origin ? core.buffers.active.scrollTop : 0;
  return `\x1b[${Math.max(y - top, 0) + 1};${Math.min(x, core.cols - 1) + 1}H`;
}
