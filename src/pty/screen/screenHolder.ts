import { SessionError } from '../../base/errors';
import type { Disposable } from '../../base/lifecycle';
import { clampDimensions, DEFAULT_DIMENSIONS } from '../ptyDimensions';
import type { Dimensions } from '../ptyProcess';
import type { CreateEngine, EngineOptions, ScreenEngine } from './screenEngine';

/**
 * Holds a screen's engine: it is created by the first use, compressed by {@link compress}, and
 * restored by the next use. One use at a time.
 */
export class ScreenHolder implements Disposable {
  private engine: ScreenEngine | undefined;
  /** The compressed screen: some 50 KB instead of up to 16 MB for a terminal with 10,000 rows. */
  private compressed: Uint8Array | undefined;
  private dimensions: Dimensions;
  private isDisposed = false;

  constructor(
    private readonly options: EngineOptions,
    private readonly createEngine: CreateEngine,
  ) {
    this.dimensions = clampDimensions(options.dimensions, DEFAULT_DIMENSIONS);
  }

  get isCompressed(): boolean {
    return this.engine === undefined;
  }

  /** The memory of the screen, in bytes. */
  get bytes(): number {
    return this.engine?.bytes ?? this.compressed?.length ?? 0;
  }

  /** @throws {SessionError} `SESSION_NOT_FOUND` after disposal. */
  async wake(): Promise<ScreenEngine> {
    if (this.isDisposed) {
      throw screenGoneError();
    }
    if (this.engine) {
      return this.engine;
    }
    const { compressed, dimensions } = this;
    const { scrollback, scheduler, waitingBytes } = this.options;
    const engine = this.createEngine({ dimensions, scrollback, scheduler, waitingBytes });
    this.engine = engine;
    if (compressed) {
      await engine.restore(compressed);
      this.compressed = undefined;
    }
    return engine;
  }

  async resize(wanted: Dimensions): Promise<void> {
    const engine = await this.wake();
    this.dimensions = clampDimensions(wanted, this.dimensions);
    await engine.resize(this.dimensions);
  }

  /** Compresses the terminal. If that fails, the terminal is kept. */
  async compress(): Promise<void> {
    if (this.engine) {
      this.compressed = await this.engine.compress();
      this.drop();
    }
  }

  /** Drops a faulty terminal. The next use gets a new one of the same size, which is empty. */
  giveUp(): void {
    this.compressed = undefined;
    this.drop();
  }

  dispose(): void {
    this.isDisposed = true;
    this.giveUp();
  }

  private drop(): void {
    this.engine?.dispose();
    this.engine = undefined;
  }
}

export function screenGoneError(): SessionError {
  return new SessionError(
    'SESSION_NOT_FOUND',
    'This session was closed, and its screen with it. list() returns the open sessions.',
  );
}
