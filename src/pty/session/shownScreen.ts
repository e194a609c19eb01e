import type { OutputMarks } from '../screen/escapes/outputMarks';
import type { Screen } from '../screen/screen';
import type { TextOptions, VisibleScreen } from '../sessionService';

/** A session's screen for those who read it, and who type what is meant for what they read. */
export class ShownScreen {
  /** The number of the last output, counted from 1. */
  private output = 0;

  constructor(
    private readonly screen: Pick<Screen, 'colouredText' | 'text' | 'visible' | 'write'>,
    /** Types into the session. */
    private readonly type: (data: Uint8Array) => void,
  ) {}

  /** Shows output. */
  write(bytes: Uint8Array, marks?: OutputMarks): void {
    this.output++;
    this.screen.write(bytes, marks);
  }

  text(options: TextOptions): Promise<string> {
    return this.screen.text(options);
  }

  colouredText(options: TextOptions): Promise<string> {
    return this.screen.colouredText(options);
  }

  async visible(): Promise<VisibleScreen> {
    // Of now: the screen is read up to the output before this call.
    const { output } = this;
    return { ...(await this.screen.visible()), output };
  }

  /** See `SessionHandle.writeAfter`. */
  writeAfter(output: number, data: Uint8Array): boolean {
    const isLast = output === this.output;
    if (isLast) {
      this.type(data);
    }
    return isLast;
  }
}
