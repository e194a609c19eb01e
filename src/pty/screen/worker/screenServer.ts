import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/lifecycle';
import { Timer } from '../../../base/timer';
import { COMPRESSION, MAX_PROCESS_SCREEN_BYTES } from '../../limits';
import { DEFAULT_LOOK, type TerminalLook } from '../../terminalLook';
import type { Emulator } from '../xterm/emulator';
import { HeldScreen } from './heldScreen';
import type { ScreenRead, ScreenReply, ScreenRequest } from './screenMessages';

type RequestOf<Kind extends ScreenRequest['kind']> = Extract<ScreenRequest, { kind: Kind }>;

/**
 * Holds the screens of a process: parses their output as it comes, answers queries and reads, compresses what is not
 * used, and keeps all of them within a limit of memory.
 */
export class ScreenServer implements Disposable {
  /** By their numbers, in the order of their last use. */
  private readonly screens = new Map<number, HeldScreen>();
  private readonly timer: Timer;
  private look: TerminalLook = DEFAULT_LOOK;
  /** The memory of all screens, in bytes. */
  private bytes = 0;

  constructor(
    private readonly clock: Pick<Clock, 'monotonic' | 'schedule'>,
    private readonly send: (reply: ScreenReply) => void,
    private readonly mostBytes = MAX_PROCESS_SCREEN_BYTES,
  ) {
    this.timer = new Timer(clock);
  }

  handle(request: ScreenRequest): void {
    switch (request.kind) {
      case 'open':
        this.open(request);
        break;
      case 'output':
        this.parse(request);
        break;
      case 'resize':
        this.use(request.screen, (screen) => screen.resize(request.dimensions));
        break;
      case 'read':
        this.read(request);
        break;
      case 'close':
        this.close(request.screen);
        break;
      case 'look':
        this.look = request.look;
        break;
    }
  }

  dispose(): void {
    this.timer.dispose();
    [...this.screens.keys()].forEach((id) => this.close(id));
  }

  private open({ screen: id, dimensions, scrollback }: RequestOf<'open'>): void {
    this.screens.set(id, new HeldScreen({ dimensions, scrollback, look: () => this.look }));
  }

  private parse({ screen: id, bytes, isAnswered }: RequestOf<'output'>): void {
    const { length } = bytes;
    const answers = this.use(id, (screen) => screen.wake().parse(bytes));
    this.send({
      ...{ kind: 'parsed', screen: id, bytes: length },
      answers: isAnswered ? (answers ?? '') : '',
    });
  }

  private read({ screen: id, id: read, read: what }: RequestOf<'read'>): void {
    let error: unknown;
    const value = this.use(
      id,
      (screen) => readFrom(screen.wake(), what),
      (failed) => (error = failed),
    );
    this.send(
      value === undefined
        ? { kind: 'readFailed', id: read, error }
        : { kind: 'value', id: read, value },
    );
  }

  private close(id: number): void {
    const screen = this.screens.get(id);
    this.screens.delete(id);
    this.bytes -= screen?.bytes ?? 0;
    screen?.clear();
  }

  /** Uses a screen. If its emulator fails, it is cleared, and its session continues. */
  private use<T>(
    id: number,
    act: (screen: HeldScreen) => T,
    handleError?: (error: unknown) => void,
  ): T | undefined {
    const screen = this.screens.get(id);
    if (!screen) {
      return undefined;
    }
    const before = screen.bytes;
    this.screens.delete(id);
    this.screens.set(id, screen);
    screen.usedAt = this.clock.monotonic();
    try {
      return act(screen);
    } catch (error) {
      screen.clear();
      handleError?.(error);
      this.send({ kind: 'cleared', screen: id, error });
      return undefined;
    } finally {
      this.bytes += screen.bytes - before;
      this.limit();
      this.compressLater();
    }
  }

  private compressLater(delayMs: number = COMPRESSION.everyMs): void {
    if (!this.timer.isRunning && this.oldest()) {
      this.timer.start(delayMs, () => this.compressUnused());
    }
  }

  /** One at a time, since others may wait for their output to be parsed. */
  private compressUnused(): void {
    const oldest = this.oldest();
    const unusedMs = this.clock.monotonic() - (oldest?.[1].usedAt ?? 0);
    const isMuch = this.bytes > COMPRESSION.earlyAboveBytes;
    const isDue = unusedMs >= (isMuch ? COMPRESSION.earlyMs : COMPRESSION.ms);
    if (oldest && isDue) {
      this.compress(...oldest);
    }
    this.compressLater(isDue ? 0 : undefined);
  }

  private compress(id: number, screen: HeldScreen): void {
    const before = screen.bytes;
    try {
      screen.compress();
    } catch (error) {
      screen.clear();
      this.send({ kind: 'cleared', screen: id, error });
    }
    this.bytes += screen.bytes - before;
  }

  /** The screen that is unused for longest, of those that are not compressed. */
  private oldest(): readonly [number, HeldScreen] | undefined {
    for (const entry of this.screens) {
      if (!entry[1].isCompressed) {
        return entry;
      }
    }
    return undefined;
  }

  /** Above the limit, the screens that are unused for longest first, unused ones are compressed, and others shortened. */
  private limit(): void {
    for (const [id, screen] of this.screens) {
      if (this.bytes <= this.mostBytes) {
        return;
      }
      if (screen.isCompressed) {
        continue;
      }
      if (this.clock.monotonic() - screen.usedAt < COMPRESSION.leastMs) {
        this.shorten(id, screen);
      } else {
        this.compress(id, screen);
      }
    }
  }

  private shorten(id: number, screen: HeldScreen): void {
    const before = screen.bytes;
    screen.wake().dropScrollback();
    if (screen.bytes < before) {
      this.bytes += screen.bytes - before;
      this.send({ kind: 'shortened', screen: id });
    }
  }
}

function readFrom(emulator: Emulator, { name, argument }: ScreenRead): unknown {
  // Checked where the read was made.
  const read = emulator[name] as (argument: unknown) => unknown;
  return read.call(emulator, argument);
}
