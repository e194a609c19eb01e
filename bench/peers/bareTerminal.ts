import { Emitter } from '../../src/base/event';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import { endByNodePty, spawnByNodePty } from './nodePty';

/** Bytes that wait to be parsed, or for the viewer: above `high` the program is paused, until `low` is reached. */
const WAITING = { high: 512 * 1024, low: 256 * 1024 } as const;

/** A program on a PTY of `node-pty`, with flow control. Its output is parsed elsewhere. */
export class BareTerminal {
  readonly onData = new Emitter<Uint8Array>();
  readonly onExit = new Emitter<void>();
  /** Fires once, after the exit, when all output has been parsed. */
  readonly onEnd = new Emitter<void>();
  private readonly pty;
  private unparsed = 0;
  private unsent = 0;
  private isPaused = false;
  private hasExited = false;
  private hasEnded = false;

  constructor(program: PtySpawnSpec, parse: (bytes: Uint8Array) => void) {
    this.pty = spawnByNodePty(program);
    this.pty.onData((data) => {
      // With `encoding: null`, node-pty emits buffers.
      const bytes = data as unknown as Uint8Array;
      this.unparsed += bytes.length;
      this.onData.fire(bytes);
      parse(bytes);
      this.update();
    });
    this.pty.onExit(() => {
      this.hasExited = true;
      this.onExit.fire();
      this.update();
    });
  }

  write(input: string | Buffer): void {
    this.pty.write(input);
  }

  /** `bytes` further bytes of the output have been parsed. */
  addParsed(bytes: number): void {
    this.unparsed -= bytes;
    this.update();
  }

  /** `bytes` of the output wait for the viewer. */
  setUnsent(bytes: number): void {
    this.unsent = bytes;
    this.update();
  }

  /** Kills the program and waits for its exit. */
  async end(): Promise<void> {
    if (!this.hasExited) {
      await endByNodePty(this.pty);
    }
  }

  private update(): void {
    const limit = this.isPaused ? WAITING.low : WAITING.high;
    const isFull = Math.max(this.unparsed, this.unsent) > limit;
    if (isFull && !this.isPaused) {
      this.pty.pause();
    }
    if (!isFull && this.isPaused) {
      this.pty.resume();
    }
    this.isPaused = isFull;
    if (this.hasExited && this.unparsed === 0 && !this.hasEnded) {
      this.hasEnded = true;
      this.onEnd.fire();
    }
  }
}
