import { KittyKeyboard } from './kittyKeyboard';
import { rowsAbove, ScreenMemory } from './memory/screenMemory';
import { clampDimensions } from '../../ptyDimensions';
import type { Dimensions } from '../../ptyProcess';
import { registerAnswers, type ScreenColours } from './screenAnswers';
import { ExtraModes } from './screenExtraModes';
import { paintText } from './screenColouredText';
import { guardTerminal } from './screenGuards';
import { ScreenLinks } from './screenLinks';
import { ScreenPalette } from './screenPalette';
import { ScreenParser } from './screenParser';
import { ScreenProgress } from './screenProgress';
import { takeSnapshot, type ScreenSnapshot } from './serializer/screenSnapshot';
import { createScreenTerminal, type ScreenTerminal } from './screenTerminal';
import { readText, readVisible } from './screenText';
import type { ScreenTurns } from '../screenTurns';
import type { VisibleScreen } from '../../sessionService';

export interface ScreenModelOptions {
  readonly dimensions: Dimensions;
  /** Rows kept above the screen. */
  readonly scrollback: number;
  readonly colours: ScreenColours;
  readonly turns: ScreenTurns;
  /** The output that waits for this screen, in bytes, which is part of its memory. */
  readonly waitingBytes: () => number;
}

/** A guarded terminal with all of its state: what `Screen` compresses and restores. */
export class ScreenModel {
  private readonly screen: ScreenTerminal;
  private readonly links: ScreenLinks;
  private readonly memory: ScreenMemory;
  private readonly keyboard: KittyKeyboard;
  private readonly palette: ScreenPalette;
  private readonly extraModes: ExtraModes;
  private readonly progress: ScreenProgress;
  private readonly parser: ScreenParser;
  private title: string | undefined;
  private answers = '';

  constructor(private readonly options: ScreenModelOptions) {
    const { dimensions, scrollback, colours, turns, waitingBytes } = options;
    const screen = createScreenTerminal(dimensions, rowsAbove(dimensions, scrollback));
    this.screen = screen;
    const { terminal, core } = screen;
    const links = new ScreenLinks(core);
    const memory = new ScreenMemory({ screen, links, scrollback, waitingBytes });
    this.links = links;
    this.memory = memory;
    guardTerminal(core, { turns, memory });
    this.parser = new ScreenParser(core, turns, memory);
    const answer = (text: string): void => void (this.answers += text);
    registerAnswers(this.screen, answer);
    this.keyboard = new KittyKeyboard(core, answer);
    this.palette = new ScreenPalette(core, colours, answer);
    this.extraModes = new ExtraModes(core);
    this.progress = new ScreenProgress(core);
    terminal.onTitleChange((title) => (this.title = title));
  }

  /** Parses `bytes` and returns the terminal's answers to the queries in them. */
  async parse(bytes: Uint8Array): Promise<string> {
    await this.parser.parse(bytes);
    const { answers } = this;
    this.answers = '';
    return answers;
  }

  /**
   * Answers queries that are not part of the output. A copy of the terminal answers, since the
   * terminal may be in the middle of a sequence.
   */
  async answersTo(queries: string): Promise<string> {
    const { dimensions, screen } = await this.snapshot(0);
    const { scrollback, colours, turns, waitingBytes } = this.options;
    const copy = new ScreenModel({ dimensions, scrollback, colours, turns, waitingBytes });
    try {
      await copy.parse(Buffer.from(screen));
      return await copy.parse(Buffer.from(queries));
    } finally {
      copy.dispose();
    }
  }

  get rows(): number {
    return this.screen.core.rows;
  }

  get isBetweenSequences(): boolean {
    return this.parser.tail.length === 0;
  }

  /** Whether the terminal shows the normal buffer and scrolls the whole screen. */
  get isScrolledWhole(): boolean {
    const { normal, active } = this.screen.core.buffers;
    return active === normal && normal.scrollTop === 0 && normal.scrollBottom === this.rows - 1;
  }

  resize(wanted: Dimensions): void {
    const { cols, rows } = clampDimensions(wanted, this.screen.terminal);
    const { terminal } = this.screen;
    if (cols !== terminal.cols || rows !== terminal.rows) {
      this.memory.prepareResize({ cols, rows });
      terminal.resize(cols, rows);
      this.memory.handleResized();
    }
  }

  /** An upper bound of the memory of the terminal, in bytes. */
  get bytes(): number {
    return this.memory.bytes;
  }

  /** Removes the oldest rows until at most `bytes` are held, if there are enough. */
  shrinkTo(bytes: number): void {
    this.memory.shrinkTo(bytes);
  }

  snapshot(scrollback: number): Promise<ScreenSnapshot> {
    const { screen, links, keyboard, palette, extraModes, progress, title } = this;
    const { turns } = this.options;
    const { tail } = this.parser;
    return takeSnapshot(
      { screen, links, keyboard, palette, extraModes, progress, turns, title, tail },
      scrollback,
    );
  }

  text(scrollback: number): string {
    return readText(this.screen.core, scrollback);
  }

  visible(): VisibleScreen {
    return { ...readVisible(this.screen.core), title: this.title ?? '' };
  }

  colouredText(scrollback: number): string {
    const { links, screen } = this;
    const { cell, core } = screen;
    return paintText({ cols: core.cols, buffer: core.buffers.active, links, cell }, scrollback);
  }

  dispose(): void {
    this.screen.terminal.dispose();
  }
}
