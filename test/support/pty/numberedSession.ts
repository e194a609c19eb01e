import assert from 'node:assert/strict';
import type { AttachOptions, Attachment } from '../../../src/pty/sessionService';
import type { ScreenSnapshot } from '../../../src/pty/screen/screenEngine';
import { Viewer } from '../../../src/pty/session/viewer';
import { sessionInfo } from './fakeSessions';

/** Prime, so that pieces of the same content have different positions. */
const PERIOD = 65_521;
/** At least as long as a period and the longest piece. */
const CONTENT = Buffer.from(
  Array.from({ length: 1024 * 1024 }, (_, at) => ((at % PERIOD) * 7919) >> 5),
);

/** The output of a numbered session between two positions. */
export function numberedOutput(from: number, length: number): Uint8Array {
  return CONTENT.subarray(from % PERIOD, (from % PERIOD) + length);
}

/** The position that a drawing of a numbered session contains. */
export function drawnPosition(screen: string): number {
  const [, position] = /^@(\d+) *$/.exec(screen) ?? [];
  assert.ok(position !== undefined, 'a drawing of a numbered session');
  return Number(position);
}

/** A session whose output depends on its position, and whose drawing is the position. It has one viewer. */
export class NumberedSession {
  private position = 0;
  private viewer: Viewer | undefined;
  private drawings: (() => void)[] = [];
  private isOver = false;

  /** @param drawingLength The length of its drawings, in bytes. */
  constructor(
    readonly id: string,
    private readonly drawingLength: number,
  ) {}

  /** The length of its output so far. */
  get printed(): number {
    return this.position;
  }

  get hasEnded(): boolean {
    return this.isOver;
  }

  /** Whether its viewer passes output on, so that none is in the viewer or dropped. */
  get isFollowed(): boolean {
    return this.viewer?.canAnswer === true && this.drawings.length === 0;
  }

  print(length: number): void {
    if (!this.isOver) {
      const output = numberedOutput(this.position, length);
      this.position += length;
      this.viewer?.push(output);
    }
  }

  /** Completes the drawings that were requested. */
  draw(): void {
    this.drawings.splice(0).forEach((give) => give());
  }

  end(): void {
    if (!this.isOver) {
      this.isOver = true;
      this.viewer?.end(sessionInfo({ id: this.id, state: 'terminated' }));
    }
  }

  async attach(options: AttachOptions): Promise<Attachment> {
    const viewer = new Viewer(
      {
        sessionId: this.id,
        write() {},
        resize() {},
        leave: () => (this.viewer = undefined),
        handleCaughtUpChanged() {},
        snapshot: () => this.snapshot(),
        handleError: (error) => {
          throw error;
        },
      },
      options,
    );
    this.viewer = viewer;
    if (this.isOver) {
      viewer.end(sessionInfo({ id: this.id, state: 'terminated' }));
    }
    const joining = viewer.join();
    this.draw();
    await joining;
    return viewer;
  }

  private snapshot(): Promise<ScreenSnapshot> {
    const screen = `@${this.position}`.padEnd(this.drawingLength);
    const snapshot: ScreenSnapshot = {
      dimensions: { cols: 80, rows: 24 },
      history: [],
      screen,
      tail: new Uint8Array(0),
    };
    return new Promise((resolve) => this.drawings.push(() => resolve(snapshot)));
  }
}
