import { SessionError } from '../../base/errors';
import type { Disposable } from '../../base/lifecycle';
import { clampDimensions, DEFAULT_DIMENSIONS } from '../ptyDimensions';
import type { Dimensions } from '../ptyProcess';
import type { CreateEngine, EngineOffer, EngineOptions, ScreenEngine } from './screenEngine';

interface ScreenHolderDeps {
  /** Creates an engine in this thread. */
  readonly createEngine: CreateEngine;
  /** Where floods are parsed; undefined for always inline. */
  readonly worker: Pick<EngineOffer, 'open'> | undefined;
  /** Whether the output that waits and has to be parsed, with that parsed lately, is a flood. */
  readonly isFlooded: () => boolean;
}

/**
 * Holds a screen's engine: it is created by the first use, moved to a worker in a flood, compressed by
 * {@link compress}, and restored by the next use. One use at a time.
 */
export class ScreenHolder implements Disposable {
  private engine: ScreenEngine | undefined;
  private isInWorker = false;
  /** The compressed screen: some 50 KB instead of up to 16 MB for a terminal with 10,000 rows. */
  private compressed: Uint8Array | undefined;
  private dimensions: Dimensions;
  private isDisposed = false;
  /** Of the engine that was compressed. */
  private wasScrolledWhole = true;

  constructor(
    private readonly options: EngineOptions,
    private readonly deps: ScreenHolderDeps,
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

  get cols(): number {
    return this.dimensions.cols;
  }

  /** Whether output may be skipped unparsed. */
  get canSkip(): boolean {
    return this.engine?.isScrolledWhole ?? this.wasScrolledWhole;
  }

  /** @throws {SessionError} `SESSION_NOT_FOUND` after disposal. */
  async wake(): Promise<ScreenEngine> {
    this.requireOpen();
    const remote = this.isInWorker ? undefined : this.openInFlood();
    if (this.engine && !remote) {
      return this.engine;
    }
    if (this.engine) {
      await this.compressFor(remote);
    }
    const engine = remote ?? this.deps.createEngine(this.engineOptions());
    this.engine = engine;
    this.isInWorker = remote !== undefined;
    await this.restoreInto(engine);
    return engine;
  }

  /** If it fails, the next use gets a new, empty engine. */
  private async restoreInto(engine: ScreenEngine): Promise<void> {
    try {
      if (this.compressed) {
        await engine.restore(this.compressed);
        this.compressed = undefined;
      }
    } catch (error) {
      this.giveUp();
      throw error;
    }
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
      this.wasScrolledWhole = this.engine.isScrolledWhole;
      this.drop();
    }
  }

  /** Drops a faulty terminal. The next use gets a new one of the same size, which is empty. */
  giveUp(): void {
    this.compressed = undefined;
    this.wasScrolledWhole = true;
    this.drop();
  }

  dispose(): void {
    this.isDisposed = true;
    this.giveUp();
  }

  private engineOptions(): EngineOptions {
    return { ...this.options, dimensions: this.dimensions };
  }

  private openInFlood(): ScreenEngine | undefined {
    return this.deps.isFlooded() ? this.deps.worker?.open(this.engineOptions()) : undefined;
  }

  /** Compresses the engine of this thread, for `remote` to be restored from it. */
  private async compressFor(remote: ScreenEngine | undefined): Promise<void> {
    try {
      await this.compress();
      this.requireOpen();
    } catch (error) {
      remote?.dispose();
      throw error;
    }
  }

  private requireOpen(): void {
    if (this.isDisposed) {
      throw screenGoneError();
    }
  }

  private drop(): void {
    this.engine?.dispose();
    this.engine = undefined;
    this.isInWorker = false;
  }
}

export function screenGoneError(): SessionError {
  return new SessionError(
    'SESSION_NOT_FOUND',
    'This session was closed, and its screen with it. list() returns the open sessions.',
  );
}
