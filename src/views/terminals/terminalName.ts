import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { formatTerminalName, OscTitleParser } from './oscTitle';

/** The name of a terminal: a mark for the agent's activity, the session's label, and its title. */
export class TerminalName implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<string>());
  private readonly titles = new OscTitleParser();
  private title = '';
  private activityMark = '';
  private current: string;

  readonly onDidChange = this.didChange.event;

  constructor(private label: string) {
    this.current = label;
  }

  get value(): string {
    return this.current;
  }

  /** Replaces the session's label, which stands before the title that its program set. */
  relabel(label: string): void {
    this.label = label;
    this.update();
  }

  /** Replaces the mark for the agent's activity, which stands before the label; empty for none. */
  mark(mark: string): void {
    this.activityMark = mark;
    this.update();
  }

  /** Reads the titles that the program sets in its output. */
  readOutput(data: string): void {
    const title = this.titles.feed(data);
    if (title !== undefined) {
      this.title = title;
      this.update();
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private update(): void {
    const own = formatTerminalName(this.label, this.title);
    const name = this.activityMark === '' ? own : `${this.activityMark} ${own}`;
    if (name !== this.current) {
      this.current = name;
      this.didChange.fire(name);
    }
  }
}
