import { compressSnapshot, decompressSnapshot, type ScreenSnapshot } from '../screenSnapshot';
import { KittyKeyboard } from './kittyKeyboard';
import { releaseRemoved, removeOldest, shrinkArrays } from './memory/removedRows';
import { plainRowBytes, rowsAbove, TERMINAL_BYTES } from './memory/rowBytes';
import { RowExtras } from './memory/rowExtras';
import { clampDimensions } from '../../ptyDimensions';
import type { Dimensions } from '../../ptyProcess';
import { registerAnswers } from './screenAnswers';
import { ScreenDirectory } from './screenDirectory';
import { ExtraModes } from './screenExtraModes';
import { paintText } from './screenColouredText';
import { guardTerminal } from './screenGuards';
import { ScreenLinks } from './screenLinks';
import { ScreenPalette } from './screenPalette';
import { ScreenParser } from './screenParser';
import { ScreenProgress } from './screenProgress';
import { takeSnapshot } from './serializer/takeSnapshot';
import { createScreenTerminal, type ScreenTerminal } from './screenTerminal';
import { readText, readVisible } from './screenText';
import { coloursOf } from './themeColours';
import type { VisibleScreen } from '../../sessionService';
import type { TerminalLook } from '../../terminalLook';

interface EmulatorOptions {
  readonly dimensions: Dimensions;
  /** Rows kept above the screen; fewer if they do not fit. */
  readonly scrollback: number;
  /** Called at each use, so that a changed one applies at once. */
  readonly look: () => TerminalLook;
}

/**
 * A terminal emulator on xterm.js, guarded against hostile output, with what only newer terminals keep. An error of a
 * call leaves it in an unknown state.
 */
export class Emulator {
  private readonly screen: ScreenTerminal;
  private readonly links: ScreenLinks;
  private readonly extras: RowExtras;
  private readonly keyboard: KittyKeyboard;
  private readonly palette: ScreenPalette;
  private readonly extraModes: ExtraModes;
  private readonly progress: ScreenProgress;
  private readonly directory: ScreenDirectory;
  private readonly parser: ScreenParser;
  private title: string | undefined;
  private answers = '';

  constructor(private readonly options: EmulatorOptions) {
    const { dimensions, scrollback, look } = options;
    this.screen = createScreenTerminal(dimensions, rowsAbove(dimensions, scrollback));
    const { terminal, core } = this.screen;
    const answer = (text: string): void => void (this.answers += text);
    this.links = new ScreenLinks(core);
    this.extras = new RowExtras(this.screen);
    guardTerminal(core, this.extras);
    this.parser = new ScreenParser(core);
    registerAnswers(this.screen, answer);
    this.keyboard = new KittyKeyboard(core, answer);
    this.palette = new ScreenPalette(core, () => coloursOf(look()), answer);
    this.extraModes = new ExtraModes(core);
    this.progress = new ScreenProgress(core);
    this.directory = new ScreenDirectory(core);
    terminal.onTitleChange((title) => (this.title = title));
  }

  /** An upper bound of its memory, in bytes, without marks, links and underline styles on the screen itself. */
  get bytes(): number {
    const { cols, buffers } = this.screen.core;
    const lines = buffers.normal.lines.length + buffers.alt.lines.length;
    return TERMINAL_BYTES + lines * plainRowBytes(cols) + this.extras.bytes + this.links.bytes;
  }

  /** Parses `bytes` and returns the answers to the queries in them. */
  parse(bytes: Uint8Array): string {
    this.screen.useUnicode(this.options.look().unicodeVersion);
    this.parser.parse(bytes);
    this.extras.handleMarks();
    const { answers } = this;
    this.answers = '';
    return answers;
  }

  /**
   * Answers queries that are not part of the output. A copy of the terminal does, since this one may be in the middle
   * of a sequence.
   */
  answersTo(queries: string): string {
    const { dimensions, screen } = this.snapshot(0);
    const { scrollback, look } = this.options;
    const copy = new Emulator({ dimensions, scrollback, look });
    copy.parse(Buffer.from(screen));
    const answers = copy.parse(Buffer.from(queries));
    copy.dispose();
    return answers;
  }

  resize(wanted: Dimensions): void {
    const { core, terminal } = this.screen;
    const { cols, rows } = clampDimensions(wanted, terminal);
    if (cols === terminal.cols && rows === terminal.rows) {
      return;
    }
    // Rows without room at the new width are removed before the terminal rearranges the rest.
    const above = rowsAbove({ cols, rows }, this.options.scrollback);
    removeOldest(core, core.buffers.normal.ybase - above);
    core.optionsService.rawOptions.scrollback = above;
    terminal.resize(cols, rows);
    [core.buffers.normal, core.buffers.alt].forEach(({ lines }) => {
      shrinkArrays(lines);
      releaseRemoved(lines);
    });
    this.extras.handleResized();
  }

  /** Removes all rows above the screen. */
  dropScrollback(): void {
    const { core } = this.screen;
    removeOldest(core, core.buffers.normal.ybase);
    releaseRemoved(core.buffers.normal.lines);
    this.extras.handleResized();
  }

  /** With at most `scrollback` rows above the screen, as have the texts. */
  snapshot(scrollback: number): ScreenSnapshot {
    const { screen, links, keyboard, palette, extraModes, progress, directory, title } = this;
    const { tail } = this.parser;
    return takeSnapshot(
      { screen, links, keyboard, palette, extraModes, progress, directory, title, tail },
      scrollback,
    );
  }

  /** A snapshot with all of the scrollback: some 50 KB instead of up to 16 MB for 10,000 rows. */
  compress(): Uint8Array {
    return compressSnapshot(this.snapshot(this.options.scrollback));
  }

  /** Makes a new emulator of the same size equal to the compressed one. */
  restore(compressed: Uint8Array): void {
    this.parse(decompressSnapshot(compressed));
  }

  /** Wrapped rows are joined, and blanks at line ends removed. */
  text(scrollback: number): string {
    return readText(this.screen.core, scrollback);
  }

  /** The screen without scrollback, row by row. */
  visible(): VisibleScreen {
    return { ...readVisible(this.screen.core), title: this.title ?? '' };
  }

  /** The rows of {@link text} with their colours, as output for another terminal of the same width. */
  colouredText(scrollback: number): string {
    const { links, screen } = this;
    const { cell, core } = screen;
    const { cols, buffers } = core;
    return paintText({ cols, buffer: buffers.active, links, cell }, scrollback);
  }

  dispose(): void {
    this.screen.terminal.dispose();
  }
}
