import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { nullLogger, type Logger } from '../../../src/base/logger';
import { NodePtyLoader } from '../../../src/pty/native/nodePtyLoader';
import { NodePtySpawner } from '../../../src/pty/native/nodePtySpawner';
import type { PtyExit, PtyProcess, PtySpawnSpec } from '../../../src/pty/ptyProcess';

const CHECKOUT = resolve(__dirname, '../../..');

/** A real spawner, with the `node-pty` of this checkout. */
export function createRealSpawner(logger: Logger = nullLogger): NodePtySpawner {
  const loader = new NodePtyLoader({
    require: createRequire(__filename),
    roots: { appRoot: '', extensionPath: CHECKOUT, electron: false },
    platform: process.platform,
    logger,
  });
  return new NodePtySpawner({ loader, clock: systemClock, logger });
}

/** A spec with defaults for what the test does not set. */
export function programSpec(
  file: string,
  args: readonly string[] = [],
  rest: Partial<PtySpawnSpec> = {},
): PtySpawnSpec {
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', TERM: 'xterm-256color' };
  return { file, args, cwd: tmpdir(), env, cols: 80, rows: 24, ...rest };
}

export interface Recording {
  readonly output: Buffer;
  readonly exit: PtyExit;
  /** The number of exit events, and of bytes after the first; correct are 1 and 0. */
  readonly exits: number;
  readonly lateBytes: number;
}

/** Listens to a program until a turn of the event loop after its end. */
export function record(process: PtyProcess): Promise<Recording> {
  return new Promise((fulfil) => {
    const chunks: Uint8Array[] = [];
    let exits = 0;
    let lateBytes = 0;
    process.onData((chunk) => {
      lateBytes += exits > 0 ? chunk.length : 0;
      chunks.push(chunk);
    });
    process.onExit((exit) => {
      exits += 1;
      if (exits === 1) {
        setImmediate(() => fulfil({ output: Buffer.concat(chunks), exit, exits, lateBytes }));
      }
    });
  });
}

/** Resolves when the output so far contains `text`; listens from now on. */
export function waitForOutput(
  process: PtyProcess,
  text: string,
  limitMs = 10_000,
): Promise<string> {
  return new Promise((fulfil, reject) => {
    let seen = '';
    const timer = setTimeout(() => {
      reject(
        new Error(`No ${JSON.stringify(text)} within ${limitMs} ms, but ${JSON.stringify(seen)}`),
      );
    }, limitMs);
    const listening = process.onData((chunk) => {
      seen += Buffer.from(chunk).toString();
      if (seen.includes(text)) {
        clearTimeout(timer);
        listening.dispose();
        fulfil(seen);
      }
    });
  });
}
