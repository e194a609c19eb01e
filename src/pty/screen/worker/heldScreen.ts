import type { Dimensions } from '../../ptyProcess';
import type { TerminalLook } from '../../terminalLook';
import { Emulator } from '../xterm/emulator';

interface HeldScreenOptions {
  readonly dimensions: Dimensions;
  readonly scrollback: number;
  readonly look: () => TerminalLook;
}

/** An emulator, created at its first use, or the compressed screen of one: some 50 KB instead of up to 16 MB. */
export class HeldScreen {
  private emulator: Emulator | undefined;
  private compressed: Uint8Array | undefined;
  private dimensions: Dimensions;
  /** When it was used last, by a monotonic clock. */
  usedAt = 0;

  constructor(private readonly options: HeldScreenOptions) {
    this.dimensions = options.dimensions;
  }

  get isCompressed(): boolean {
    return this.emulator === undefined;
  }

  /** Its memory, in bytes. */
  get bytes(): number {
    return this.emulator?.bytes ?? this.compressed?.length ?? 0;
  }

  /** The emulator, restored if it was compressed. */
  wake(): Emulator {
    if (!this.emulator) {
      const { compressed, dimensions } = this;
      const { scrollback, look } = this.options;
      this.emulator = new Emulator({ dimensions, scrollback, look });
      this.compressed = undefined;
      if (compressed) {
        this.emulator.restore(compressed);
      }
    }
    return this.emulator;
  }

  resize(dimensions: Dimensions): void {
    const emulator = this.wake();
    // Before the call, which may fail and lose the emulator.
    this.dimensions = dimensions;
    emulator.resize(dimensions);
  }

  compress(): void {
    if (this.emulator) {
      this.compressed = this.emulator.compress();
      this.emulator.dispose();
      this.emulator = undefined;
    }
  }

  /** Drops an emulator that has failed. The next use gets an empty one. */
  clear(): void {
    this.compressed = undefined;
    this.emulator?.dispose();
    this.emulator = undefined;
  }
}
