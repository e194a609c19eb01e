import { KittyKeyboard } from './kittyKeyboard';
import { clampDimensions } from '../ptyDimensions';
import type { Dimensions } from '../ptyProcess';
import { registerAnswers, type ScreenColours } from './screenAnswers';
import { ExtraModes } from './screenExtraModes';
import { paintText } from './screenColouredText';
import { guardTerminal } from './screenGuards';
import { ScreenLinks } from './screenLinks';
import { ScreenPalette } from './screenPalette';
import { ScreenParser } from './screenParser';
import { ScreenProgress } from './screenProgress';
import { takeSnapshot, type ScreenSnapshot } from './serializer/screenSnapshot';
import { createScreenTerminal } from './screenTerminal';
import { readText, readVisible } from './screenText';
import type { ScreenTurns } from './screenTurns';
import type { VisibleScreen } from '../sessionService';

export interface ScreenModelOptions {
  readonly dimensions: Dimensions;
  /** Rows kept above the screen. */
  readonly scrollback: number;
  readonly colours: ScreenColours;
  readonly turns: ScreenTurns;
}

/** A guarded terminal with all of its state: what `Screen` compresses and restores. */
export class ScreenModel {
  private readonly screen;
  private readonly links: ScreenLinks;
  private readonly keyboard: KittyKeyboard;
  private readonly palette: ScreenPalette;
  private readonly extraModes: ExtraModes;
  private readonly progress: ScreenProgress;
  private readonly parser: ScreenParser;
  private title: string | undefined;
  private answers = '';

  constructor(private readonly options: ScreenModelOptions) {
    const { dimensions, scrollback, colours, turns } = options;
    this.screen = createScreenTerminal(dimensions, scrollback);
    const { terminal, core } = this.screen;
    guardTerminal(core, turns);
    this.links = new ScreenLinks(core);
    this.parser = new ScreenParser(core, turns);
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
    const copy = new ScreenModel({ ...this.options, dimensions });
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
    this.screen.terminal.resize(cols, rows);
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
