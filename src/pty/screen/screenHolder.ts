import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { SessionError } from '../../base/errors';
import type { Disposable } from '../../base/lifecycle';
import { clampDimensions, DEFAULT_DIMENSIONS } from '../ptyDimensions';
import type { Dimensions } from '../ptyProcess';
import { ScreenModel, type ScreenModelOptions } from './xterm/screenModel';
import type { ScreenSnapshot } from './xterm/serializer/screenSnapshot';

/** The fastest quality: 2 ms for 10,000 rows, compressed to a tenth. Higher ones are hardly smaller. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/**
 * Holds a screen's terminal: it is created by the first use, compressed when it sleeps, and
 * restored by the next use. One use at a time.
 */
export class ScreenHolder implements Disposable {
  private model: ScreenModel | undefined;
  /** The compressed screen: some 50 KB instead of up to 16 MB for a terminal with 10,000 rows. */
  private compressed: Uint8Array | undefined;
  private dimensions: Dimensions;
  private isDisposed = false;

  constructor(private readonly options: ScreenModelOptions) {
    this.dimensions = clampDimensions(options.dimensions, DEFAULT_DIMENSIONS);
  }

  get isAsleep(): boolean {
    return this.model === undefined;
  }

  /** The memory of the screen, in bytes. */
  get bytes(): number {
    return this.model?.bytes ?? this.compressed?.length ?? 0;
  }

  /** @throws {SessionError} `SESSION_NOT_FOUND` after disposal. */
  async wake(): Promise<ScreenModel> {
    if (this.isDisposed) {
      throw screenGoneError();
    }
    if (this.model) {
      return this.model;
    }
    const { compressed, dimensions } = this;
    const { scrollback, colours, turns, waitingBytes } = this.options;
    const model = new ScreenModel({ dimensions, scrollback, colours, turns, waitingBytes });
    this.model = model;
    if (compressed) {
      await model.parse(await decompress(compressed));
      this.compressed = undefined;
    }
    return model;
  }

  async resize(wanted: Dimensions): Promise<void> {
    const model = await this.wake();
    this.dimensions = clampDimensions(wanted, this.dimensions);
    model.resize(this.dimensions);
  }

  /** Compresses the terminal. If that fails, the terminal is kept. */
  async sleep(): Promise<void> {
    if (this.model) {
      this.compressed = await compressSnapshot(await this.model.snapshot(this.options.scrollback));
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
    this.model?.dispose();
    this.model = undefined;
  }
}

async function compressSnapshot({ history, screen, tail }: ScreenSnapshot): Promise<Uint8Array> {
  const text = Buffer.from(history.join('') + screen);
  return compress(Buffer.concat([text, tail]), QUALITY);
}

export function screenGoneError(): SessionError {
  return new SessionError(
    'SESSION_NOT_FOUND',
    'This session was closed, and its screen with it. list() returns the open sessions.',
  );
}
