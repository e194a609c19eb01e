import { SessionError } from '../../base/errors';
import type { Disposable } from '../../base/lifecycle';
import { clampDimensions } from '../ptyDimensions';
import type { Dimensions } from '../ptyProcess';
import { ScreenModel, type ScreenModelOptions } from './screenModel';
import { putToSleep, wakeUp, type SleepingScreen } from './sleepingScreen';

/**
 * Holds a screen's terminal: it is created by the first use, compressed when it sleeps, and
 * restored by the next use. One use at a time.
 */
export class ScreenHolder implements Disposable {
  private model: ScreenModel | undefined;
  private sleeping: SleepingScreen | undefined;
  private dimensions: Dimensions;
  private isDisposed = false;

  constructor(private readonly options: ScreenModelOptions) {
    this.dimensions = options.dimensions;
  }

  get isAsleep(): boolean {
    return this.model === undefined;
  }

  /** @throws {SessionError} `SESSION_NOT_FOUND` after disposal. */
  async wake(): Promise<ScreenModel> {
    if (this.isDisposed) {
      throw screenGoneError();
    }
    if (this.model) {
      return this.model;
    }
    const { sleeping, dimensions } = this;
    const model = new ScreenModel({ ...this.options, dimensions });
    this.model = model;
    if (sleeping) {
      await model.parse(await wakeUp(sleeping));
      this.sleeping = undefined;
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
      this.sleeping = await putToSleep(await this.model.snapshot(this.options.scrollback));
      this.drop();
    }
  }

  /** Drops a faulty terminal. The next use gets a new one of the same size, which is empty. */
  giveUp(): void {
    this.sleeping = undefined;
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

export function screenGoneError(): SessionError {
  return new SessionError(
    'SESSION_NOT_FOUND',
    'This session was closed, and its screen with it. list() returns the open sessions.',
  );
}
