import { compressSnapshot, decompressBytes } from '../compressedScreen';
import { KittyKeyboard } from './kittyKeyboard';
import { rowsAbove, ScreenMemory } from './memory/screenMemory';
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
import { takeSnapshot } from './serializer/screenSnapshot';
import type { EngineOptions, ScreenEngine, ScreenSnapshot } from '../screenEngine';
import { createScreenTerminal, type ScreenTerminal } from './screenTerminal';
import { readText, readVisible } from './screenText';
import { coloursOf } from './themeColours';
import type { VisibleScreen } from '../../sessionService';
import { DEFAULT_LOOK, type TerminalLook } from '../../terminalLook';

/** The engine on xterm.js: a guarded terminal with what only newer terminals keep. */
export class XtermEngine implements ScreenEngine {
  private readonly screen: ScreenTerminal;
  private readonly links: ScreenLinks;
  private readonly memory: ScreenMemory;
  private readonly keyboard: KittyKeyboard;
  private readonly palette: ScreenPalette;
  private readonly extraModes: ExtraModes;
  private readonly progress: ScreenProgress;
  private readonly directory: ScreenDirectory;
  private readonly parser: ScreenParser;
  private title: string | undefined;
  private answers = '';

  constructor(private readonly options: EngineOptions) {
    const { dimensions, scrollback, scheduler, waitingBytes, journalBytes } = options;
    const screen = createScreenTerminal(dimensions, rowsAbove(dimensions, scrollback));
    this.screen = screen;
    const { terminal, core } = screen;
    const links = new ScreenLinks(core);
    const memory = new ScreenMemory({ screen, links, scrollback, waitingBytes, journalBytes });
    this.links = links;
    this.memory = memory;
    guardTerminal(core, { scheduler, memory });
    this.parser = new ScreenParser(core, scheduler, memory);
    const answer = (text: string): void => void (this.answers += text);
    registerAnswers(this.screen, answer);
    this.keyboard = new KittyKeyboard(core, answer);
    this.palette = new ScreenPalette(core, () => coloursOf(this.look), answer);
    this.extraModes = new ExtraModes(core);
    this.progress = new ScreenProgress(core);
    this.directory = new ScreenDirectory(core);
    terminal.onTitleChange((title) => (this.title = title));
  }

  async parse(bytes: Uint8Array): Promise<string> {
    this.screen.useUnicode(this.look.unicodeVersion);
    await this.parser.parse(bytes);
    const { answers } = this;
    this.answers = '';
    return answers;
  }

  /** A copy of the terminal answers, since the terminal may be in the middle of a sequence. */
  async answersTo(queries: string): Promise<string> {
    const { dimensions, screen } = await this.snapshot(0);
    const { scrollback, scheduler, waitingBytes, journalBytes, look } = this.options;
    const options = { dimensions, scrollback, scheduler, waitingBytes, journalBytes, look };
    const copy = new XtermEngine(options);
    try {
      await copy.parse(Buffer.from(screen));
      return await copy.parse(Buffer.from(queries));
    } finally {
      copy.dispose();
    }
  }

  private get look(): TerminalLook {
    return this.options.look?.() ?? DEFAULT_LOOK;
  }

  get rows(): number {
    return this.screen.core.rows;
  }

  get isBetweenSequences(): boolean {
    return this.parser.tail.length === 0;
  }

  get isScrolledWhole(): boolean {
    const { normal, active } = this.screen.core.buffers;
    return active === normal && normal.scrollTop === 0 && normal.scrollBottom === this.rows - 1;
  }

  resize(wanted: Dimensions): Promise<void> {
    const { cols, rows } = clampDimensions(wanted, this.screen.terminal);
    const { terminal } = this.screen;
    if (cols !== terminal.cols || rows !== terminal.rows) {
      this.memory.prepareResize({ cols, rows });
      terminal.resize(cols, rows);
      this.memory.handleResized();
    }
    return Promise.resolve();
  }

  get bytes(): number {
    return this.memory.bytes;
  }

  shrinkTo(bytes: number): Promise<void> {
    this.memory.shrinkTo(bytes);
    return Promise.resolve();
  }

  snapshot(scrollback: number): Promise<ScreenSnapshot> {
    const { screen, links, keyboard, palette, extraModes, progress, directory, title } = this;
    const { scheduler } = this.options;
    const { tail } = this.parser;
    return takeSnapshot(
      { screen, links, keyboard, palette, extraModes, progress, directory, scheduler, title, tail },
      scrollback,
    );
  }

  async compress(): Promise<Uint8Array> {
    return compressSnapshot(await this.snapshot(this.options.scrollback));
  }

  async restore(compressed: Uint8Array): Promise<void> {
    await this.parse(await decompressBytes(compressed));
  }

  text(scrollback: number): Promise<string> {
    return Promise.resolve(readText(this.screen.core, scrollback));
  }

  visible(): Promise<VisibleScreen> {
    return Promise.resolve({ ...readVisible(this.screen.core), title: this.title ?? '' });
  }

  colouredText(scrollback: number): Promise<string> {
    const { links, screen } = this;
    const { cell, core } = screen;
    const { cols, buffers } = core;
    return Promise.resolve(paintText({ cols, buffer: buffers.active, links, cell }, scrollback));
  }

  dispose(): void {
    this.screen.terminal.dispose();
  }
}
