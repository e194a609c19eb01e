import { closeSync, constants, openSync } from 'node:fs';
import type { IPty } from 'node-pty';
import { toMessage } from '../../base/errors';
import { Emitter } from '../../base/event';
import { DisposableStore, toDisposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { PublicPty } from './nodePtyModule';
import { clampDimensions, DEFAULT_DIMENSIONS } from '../ptyDimensions';
import type { Dimensions, PtyExit, PtyProcess, PtySpawnSpec } from '../ptyProcess';
import { toPtyExit } from './toPtyExit';

interface PublicPtyDeps {
  readonly api: PublicPty;
  readonly logger: Logger;
}

/** Members of `node-pty` objects beyond their typed interface. Each may be missing. */
interface UntypedPty {
  readonly ptsName?: unknown;
  on?(event: 'error', listener: (error: Error) => void): void;
  destroy?(): void;
}

/**
 * A program on a PTY through the public API of `node-pty`: on Windows, and on Unix if only an old
 * copy exists. Keeps the promises of `PtyProcess` as far as that API allows: on Unix a paused
 * program may lose its last bytes, and the exit is reported 200 ms late.
 */
export class NodePtyPublicProcess implements PtyProcess {
  private readonly store = new DisposableStore();
  private readonly didData: Emitter<Uint8Array>;
  private readonly didExit: Emitter<PtyExit>;
  readonly onData;
  readonly onExit;
  readonly pid: number;
  private readonly pty: IPty & UntypedPty;
  private running = true;
  private dimensions: Dimensions;

  /** @throws the error that prevented the start. */
  constructor(
    spec: PtySpawnSpec,
    private readonly deps: PublicPtyDeps,
  ) {
    this.didData = this.store.add(new Emitter<Uint8Array>((error) => this.log(error)));
    this.didExit = this.store.add(new Emitter<PtyExit>((error) => this.log(error)));
    this.onData = this.didData.event;
    this.onExit = this.didExit.event;
    this.dimensions = clampDimensions(spec, DEFAULT_DIMENSIONS);
    this.pty = deps.api.spawn(
      spec.file,
      spec.commandLine ?? [...spec.args],
      toOptions(spec, this.dimensions),
    );
    this.pid = this.pty.pid;
    this.listen();
  }

  write(data: Uint8Array): void {
    // A copy, since node-pty queues the buffer itself.
    this.whileRunning(() => this.pty.write(Buffer.from(data)));
  }

  resize(dimensions: Dimensions): void {
    this.dimensions = clampDimensions(dimensions, this.dimensions);
    this.whileRunning(() => this.pty.resize(this.dimensions.cols, this.dimensions.rows));
  }

  pause(): void {
    this.whileRunning(() => this.pty.pause());
  }

  resume(): void {
    this.whileRunning(() => this.pty.resume());
  }

  dispose(): void {
    // `kill` alone leaves the PTY open while a program that has left the terminal holds it.
    this.whileRunning(() => (this.pty.destroy ? this.pty.destroy() : this.pty.kill()));
    this.running = false;
    this.store.dispose();
  }

  private listen(): void {
    const { pty, store } = this;
    // Without a listener, node-pty throws errors of its socket.
    pty.on?.('error', (error) => this.deps.logger.debug(`PTY of ${this.pid}: ${error.message}`));
    store.add(holdSlave(pty.ptsName));
    store.add(pty.onData((data: string | Uint8Array) => this.didData.fire(toBytes(data))));
    store.add(pty.onExit(({ exitCode, signal }) => this.handleExit(toPtyExit(exitCode, signal))));
  }

  private handleExit(exit: PtyExit): void {
    if (this.running) {
      this.running = false;
      this.didExit.fire(exit);
      this.store.dispose();
    }
  }

  private whileRunning(act: () => void): void {
    if (!this.running) {
      return;
    }
    try {
      act();
    } catch (error) {
      this.log(error);
    }
  }

  private log(error: unknown): void {
    this.deps.logger.warn(`Program ${this.pid}: ${toMessage(error)}`);
  }
}

/** Windows always returns text. Unix returns bytes, as requested. */
function toBytes(data: string | Uint8Array): Uint8Array {
  return typeof data === 'string' ? Buffer.from(data) : data;
}

function toOptions({ cwd, env }: PtySpawnSpec, dimensions: Dimensions) {
  const given: Readonly<Record<string, string | undefined>> = env;
  const entries = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const name = given['TERM'];
  return {
    ...dimensions,
    cwd,
    env: Object.fromEntries(entries),
    encoding: null,
    ...(name === undefined ? {} : { name }),
  };
}

/** Keeps the last bytes of a program readable after its end (libuv#4992). Windows has no slave. */
function holdSlave(path: unknown) {
  try {
    if (typeof path === 'string' && path.startsWith('/')) {
      const fd = openSync(path, constants.O_RDWR | constants.O_NOCTTY);
      return toDisposable(() => closeSync(fd));
    }
  } catch {
    // The program still runs without it, but its last bytes may be lost.
  }
  return toDisposable(() => {});
}
