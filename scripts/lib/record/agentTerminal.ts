import { createRequire } from 'node:module';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { nullLogger } from '../../../src/base/logger';
import { DisposableStore } from '../../../src/base/lifecycle';
import { NodePtyLoader } from '../../../src/pty/native/nodePtyLoader';
import { NodePtySpawner } from '../../../src/pty/native/nodePtySpawner';
import { createTerminate } from '../../../src/pty/process/createTerminate';
import type { PtyProcess, PtySpawnSpec } from '../../../src/pty/ptyProcess';
import type { Screen } from '../../../src/pty/screen/screen';
import { Screens } from '../../../src/pty/screen/screens';
import type { VisibleScreen } from '../../../src/pty/sessionService';
import { SESSION_MARKER_VARIABLE } from '../../../src/pty/shell/environment';
import { ROOT } from '../paths.mjs';

/** A CLI on a PTY, with the product's screen, which also answers the queries of the CLI. */
export class AgentTerminal {
  private readonly store = new DisposableStore();
  private readonly screen: Screen;
  private readonly pty: PtyProcess;
  private readonly marker: string | undefined;
  private lastOutputAt = systemClock.monotonic();
  private exited = false;

  constructor(spec: PtySpawnSpec) {
    const { cols, rows } = spec;
    const marker = spec.env[SESSION_MARKER_VARIABLE];
    this.marker = marker === undefined ? undefined : `${SESSION_MARKER_VARIABLE}=${marker}`;
    const screens = new Screens({
      clock: systemClock,
      logger: nullLogger,
      look: () => undefined,
      mode: () => 'off',
      startThread: undefined,
    });
    this.store.add(screens);
    this.screen = this.store.add(screens.open({ dimensions: { cols, rows }, scrollback: 1000 }));
    this.screen.answersQueries = true;
    this.pty = this.store.add(createSpawner().spawn(spec));
    this.store.add(
      this.pty.onData((bytes) => {
        this.lastOutputAt = systemClock.monotonic();
        this.screen.write(bytes);
      }),
    );
    this.store.add(this.pty.onExit(() => (this.exited = true)));
    this.store.add(this.screen.onAnswer((answer) => this.type(answer)));
  }

  get hasExited(): boolean {
    return this.exited;
  }

  /** How long the program has been silent, in milliseconds. */
  get silentMs(): number {
    return systemClock.monotonic() - this.lastOutputAt;
  }

  type(text: string): void {
    this.pty.write(Buffer.from(text));
  }

  read(): Promise<VisibleScreen> {
    return this.screen.visible();
  }

  /** Ends the program and all that it has started. */
  async end(): Promise<void> {
    const terminate = createTerminate(systemClock);
    await terminate({ pid: this.pty.pid, marker: this.marker });
    this.store.dispose();
  }
}

function createSpawner(): NodePtySpawner {
  const loader = new NodePtyLoader({
    require: createRequire(join(ROOT, 'package.json')),
    roots: { appRoot: '', extensionPath: ROOT, electron: false },
    platform: process.platform,
    logger: nullLogger,
  });
  return new NodePtySpawner({ loader, clock: systemClock, logger: nullLogger });
}
