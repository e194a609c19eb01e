import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { settledWithin, type Clock } from '../../base/clock';
import { HOST_PROGRAM } from './hostCode';
import { buildHostEnvironment } from './hostEnvironment';
import { parseHostStarted, type HostStarted } from './hostStarted';

export interface HostStart {
  /** The directory with its program. */
  readonly code: string;
  /** What runs it: Node, or an editor that is told to be Node. */
  readonly runtime: string;
  readonly home: string;
  readonly version: string;
  readonly appRoot: string;
  readonly idleMs: number;
  readonly log: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/** Where Node keeps the program as it has compiled it (NODE_COMPILE_CACHE; Node 22.1 and newer): the next start is sooner. */
const COMPILED = 'compiled';

/** How long a host may take until it listens, on a busy machine. */
const START_LIMIT_MS = 15_000;

/**
 * Starts a session host that outlives whoever starts it, in a session of the system's own, and waits
 * until it listens. Whatever goes wrong is told in words that end the sentence "It failed: ...".
 */
export async function startHost(start: HostStart): Promise<HostStarted> {
  const child = spawnHost(start);
  const said = readStarted(child);
  const outcome = await settledWithin(start.clock, START_LIMIT_MS, said);
  child.unref();
  if (outcome === 'timeout') {
    child.stdio[3]?.destroy();
    return { kind: 'failed', reason: `it did not listen within ${START_LIMIT_MS / 1000} s` };
  }
  return said;
}

function spawnHost(start: HostStart): ChildProcess {
  const { code, runtime, home, version, appRoot, idleMs, log, env } = start;
  const output = openSync(log, 'a', 0o600);
  try {
    return spawn(
      runtime,
      [
        join(code, HOST_PROGRAM),
        ...['--home', home, '--version', version],
        ...['--app-root', appRoot, '--idle-ms', String(idleMs)],
      ],
      {
        cwd: home,
        env: { ...buildHostEnvironment(env), NODE_COMPILE_CACHE: join(code, COMPILED) },
        detached: true,
        stdio: ['ignore', output, output, 'pipe'],
        windowsHide: true,
      },
    );
  } finally {
    closeSync(output);
  }
}

/** What it says once, or how it ended without a word. */
function readStarted(child: ChildProcess): Promise<HostStarted> {
  return new Promise((resolve) => {
    let text = '';
    const pipe: Readable | undefined = toReadable(child.stdio[3]);
    pipe?.setEncoding('utf8');
    pipe?.on('data', (piece: string) => (text += piece));
    pipe?.on('error', () => undefined);
    pipe?.on('close', () => {
      const reason = 'it ended as it started; its log says more';
      resolve(parseHostStarted(text) ?? { kind: 'failed', reason });
    });
    child.on('error', (error) => resolve({ kind: 'failed', reason: error.message }));
  });
}

function toReadable(stream: ChildProcess['stdio'][number] | undefined): Readable | undefined {
  return stream && 'setEncoding' in stream ? stream : undefined;
}
