import { clampDimensions } from './ptyDimensions';
import type { Dimensions } from './ptyProcess';
import { registerAnswers, type ScreenColours } from './screenAnswers';
import { guardTerminal } from './screenGuards';
import { ScreenLinks } from './screenLinks';
import { ScreenParser } from './screenParser';
import { takeSnapshot, type ScreenSnapshot } from './screenSnapshot';
import { createScreenTerminal } from './screenTerminal';
import { readText } from './screenText';
import type { ScreenTurns } from './screenTurns';

export interface ScreenModelOptions {
  readonly dimensions: Dimensions;
  /** Rows kept above the screen. */
  readonly scrollback: number;
  readonly colours: ScreenColours;
  readonly turns: ScreenTurns;
}

/** A guarded terminal with all that is known of it: what `Screen` wakes and puts to sleep. */
export class ScreenModel {
  private readonly screen;
  private readonly links: ScreenLinks;
  private readonly parser: ScreenParser;
  private title = '';
  private answers = '';

  constructor(private readonly options: ScreenModelOptions) {
    const { dimensions, scrollback, colours, turns } = options;
    this.screen = createScreenTerminal(dimensions, scrollback);
    const { terminal, core } = this.screen;
    guardTerminal(core, turns);
    this.links = new ScreenLinks(core);
    this.parser = new ScreenParser(core, turns);
    registerAnswers(this.screen, colours, (text) => (this.answers += text));
    terminal.onTitleChange((title) => (this.title = title));
  }

  /** Parses `bytes` and gives what the terminal answers to the questions in them. */
  async parse(bytes: Uint8Array): Promise<string> {
    await this.parser.parse(bytes);
    const { answers } = this;
    this.answers = '';
    return answers;
  }

  resize(wanted: Dimensions): void {
    const { cols, rows } = clampDimensions(wanted, this.screen.terminal);
    this.screen.terminal.resize(cols, rows);
  }

  snapshot(scrollback: number): Promise<ScreenSnapshot> {
    const { screen, links, title } = this;
    const { turns } = this.options;
    return takeSnapshot({ screen, links, turns, title, tail: this.parser.tail }, scrollback);
  }

  text(scrollback: number): string {
    return readText(this.screen.core, scrollback);
  }

  dispose(): void {
    this.screen.terminal.dispose();
  }
}
