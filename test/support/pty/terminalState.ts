import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/headless';
import { KittyKeyboard } from '../../../src/pty/screen/xterm/kittyKeyboard';
import type { Dimensions } from '../../../src/pty/ptyProcess';
import { registerAnswers } from '../../../src/pty/screen/xterm/screenAnswers';
import { coloursOf } from '../../../src/pty/screen/xterm/themeColours';
import { DEFAULT_LOOK } from '../../../src/pty/terminalLook';
import { ScreenDirectory } from '../../../src/pty/screen/xterm/screenDirectory';
import { ExtraModes } from '../../../src/pty/screen/xterm/screenExtraModes';
import { ScreenPalette } from '../../../src/pty/screen/xterm/screenPalette';
import { ScreenProgress } from '../../../src/pty/screen/xterm/screenProgress';
import { currentPen, penOf, savedPen } from '../../../src/pty/screen/xterm/serializer/screenPen';
import type { ScreenSnapshot } from '../../../src/pty/screen/screenSnapshot';
import type {
  TerminalBuffer,
  TerminalCell,
  TerminalCore,
} from '../../../src/pty/screen/xterm/screenTerminal';

/** State that newer terminals store themselves, only for terminals created here. */
const UNSEEN = new WeakMap<Terminal, () => readonly string[]>();

/** The title and the answers to queries, only for terminals created here. */
const REPORTED = new WeakMap<Terminal, { title: string; answers: string }>();

/** A terminal as in a viewer, without guards. */
export function createViewer(size: Dimensions, scrollback = 1000): Terminal {
  const terminal = new Terminal({
    ...size,
    scrollback,
    allowProposedApi: true,
    logLevel: 'off',
    windowOptions: { getWinSizeChars: true, getWinSizePixels: true, getCellSizePixels: true },
  });
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  keepUnseen(terminal);
  return terminal;
}

function keepUnseen(terminal: Terminal): void {
  const core = coreOf(terminal);
  const reported = { title: '', answers: '' };
  REPORTED.set(terminal, reported);
  terminal.onTitleChange((title) => (reported.title = title));
  const answer = (text: string): void => void (reported.answers += text);
  registerAnswers({ terminal, core }, answer);
  const keyboard = new KittyKeyboard(core, answer);
  const palette = new ScreenPalette(core, () => coloursOf(DEFAULT_LOOK), answer);
  const extraModes = new ExtraModes(core);
  const progress = new ScreenProgress(core);
  const directory = new ScreenDirectory(core);
  UNSEEN.set(terminal, () => [
    keyboard.formatNormal(''),
    keyboard.formatAlternate(),
    palette.format(),
    extraModes.format(),
    progress.format(),
    directory.format(),
  ]);
}

export function coreOf(terminal: Terminal): TerminalCore {
  return (terminal as unknown as { readonly _core: TerminalCore })._core;
}

/** The title of a terminal, and its answers to all queries so far. */
export function reportedBy(terminal: Terminal): {
  readonly title: string;
  readonly answers: string;
} {
  return { title: '', answers: '', ...REPORTED.get(terminal) };
}

/** Writes the whole output at once. */
export function feed(terminal: Terminal, bytes: Uint8Array | string): void {
  void coreOf(terminal)._inputHandler.parse(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
}

/** The rows that a terminal of a size shows after `output`, its scrollback first. */
export function showRows(output: string, size: Dimensions, scrollback: number): readonly string[] {
  const terminal = createViewer(size, scrollback);
  feed(terminal, output);
  const { active } = terminal.buffer;
  const rows = Array.from(
    { length: active.length },
    (_, row) => active.getLine(row)?.translateToString(true) ?? '',
  );
  terminal.dispose();
  return rows;
}

/** Writes a snapshot as a viewer would. */
export function feedSnapshot(terminal: Terminal, { history, screen, tail }: ScreenSnapshot): void {
  [...history, screen].forEach((text) => feed(terminal, text));
  feed(terminal, tail);
}

/** The state of a terminal that a person can see or that affects later output. */
export function stateOf(terminal: Terminal, scrollback = Infinity): Record<string, unknown> {
  const core = coreOf(terminal);
  const { normal, alt, active } = core.buffers;
  const { decPrivateModes, modes, isCursorHidden } = core.coreService;
  const pen = currentPen(core._inputHandler._curAttrData);
  return {
    isAlternate: active === alt,
    cursor: [active.x, active.y],
    // Only whether there is a link: its number is internal to the terminal.
    pen: { ...pen, link: pen.link > 0 },
    // Synchronized output lasts only moments, and is off after a snapshot.
    modes: { ...decPrivateModes, synchronizedOutput: false, ...modes, isCursorHidden },
    mouse: [core.coreMouseService.activeProtocol, core.coreMouseService.activeEncoding],
    charset: core._charsetService.charset,
    options: [terminal.options.convertEol, terminal.options.cursorBlink],
    normal: bufferState(terminal, normal, scrollback),
    alternate: active === alt ? bufferState(terminal, alt, 0) : ownState(terminal, alt),
    unseen: UNSEEN.get(terminal)?.(),
  };
}

function bufferState(terminal: Terminal, buffer: TerminalBuffer, scrollback: number): object {
  const cell = terminal.buffer.active.getNullCell() as unknown as TerminalCell;
  const top = Math.max(0, buffer.ybase - scrollback);
  const rows: string[] = [];
  for (let index = top; index < buffer.lines.length; index++) {
    const row = rowState(buffer, index, terminal.cols, cell);
    // No row above the first one exists that it could continue.
    rows.push(index === top ? row.slice(1) : row);
  }
  return { rows, ...ownState(terminal, buffer) };
}

/** The state that a buffer keeps while the other one is shown. */
function ownState(terminal: Terminal, buffer: TerminalBuffer): object {
  return {
    region: [buffer.scrollTop, buffer.scrollBottom],
    tabs: Object.keys(buffer.tabs).filter(
      (key) => buffer.tabs[Number(key)] && Number(key) < terminal.cols,
    ),
    saved: [
      Math.min(buffer.savedX, terminal.cols - 1),
      Math.min(Math.max(0, buffer.savedY - buffer.ybase), terminal.rows - 1),
    ],
    savedPen: savedPen(buffer.savedCurAttrData),
    savedCharset: buffer.savedCharset,
  };
}

/** A row as text: its characters, then where attributes change; of a link only its presence. */
function rowState(buffer: TerminalBuffer, index: number, cols: number, cell: TerminalCell): string {
  const line = buffer.lines.get(index);
  let text = '';
  const pens: string[] = [];
  let before = '';
  for (let column = 0; line && column < cols; column++) {
    line.loadCell(column, cell);
    const chars = cell.getChars();
    text += chars === '' && cell.getWidth() === 1 ? ' ' : chars;
    const { fg, bg, underline, link } = penOf(cell);
    const pen = [fg, bg, underline, link > 0].join(',');
    if (pen !== before) {
      pens.push(`${column}:${pen}`);
      before = pen;
    }
  }
  return `${line?.isWrapped ? '+' : '|'}${text}| ${pens.join(' ')}`;
}
