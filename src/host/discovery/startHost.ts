import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { settledWithin, type Clock } from '../../base/clock';
import { tryParseJson } from '../../base/parseJson';
import { HOST_PROGRAM } from './hostCode';
import { buildHostEnvironment } from './hostEnvironment';

/** The file descriptor on which a host reports once that it has started or failed. */
export const READY_FD = 3;

const STARTED = z.union([
  z.object({ kind: z.literal('started') }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
]);

/** The report, in JSON. */
export type HostStarted = Readonly<z.infer<typeof STARTED>>;

interface HostStart {
  readonly code: string;
  /** The executable that runs it: Node, or Electron in Node mode. */
  readonly runtime: string;
  readonly home: string;
  readonly version: string;
  readonly appRoot: string;
  readonly idleMs: number;
  readonly log: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/**
 * The directory of Node's compile cache (NODE_COMPILE_CACHE; Node 22.1 and newer), which makes the
 * next start faster.
 */
const COMPILED = 'compiled';

/**
 * All threads share one arena of glibc's malloc. By default each thread has its own, and memory that the thread
 * of the screens has freed is not used again by the others: measured, a fifth of the host's.
 */
const MEMORY = { MALLOC_ARENA_MAX: '1' } as const;

/** Time limit for a host to listen, in milliseconds. A busy machine needs several seconds. */
const START_LIMIT_MS = 15_000;

/**
 * Starts a session host in an OS session of its own (setsid), so that it outlives the caller, and waits
 * until it listens. Does not throw: the reason of a failure completes the sentence "It failed:
 * ...".
 */
export async function startHost(start: HostStart): Promise<HostStarted> {
  const child = spawnHost(start);
  const report = readStarted(child);
  const outcome = await settledWithin(start.clock, START_LIMIT_MS, report);
  child.unref();
  if (outcome === 'timeout') {
    child.stdio[READY_FD]?.destroy();
    return { kind: 'failed', reason: `it did not listen within ${START_LIMIT_MS / 1000} s` };
  }
  return report;
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
        env: { ...buildHostEnvironment(env), ...MEMORY, NODE_COMPILE_CACHE: join(code, COMPILED) },
        detached: true,
        stdio: ['ignore', output, output, 'pipe'],
        windowsHide: true,
      },
    );
  } finally {
    closeSync(output);
  }
}

function readStarted(child: ChildProcess): Promise<HostStarted> {
  return new Promise((resolve) => {
    let text = '';
    const pipe: Readable | undefined = toReadable(child.stdio[READY_FD]);
    pipe?.setEncoding('utf8');
    pipe?.on('data', (piece: string) => (text += piece));
    pipe?.on('error', () => undefined);
    pipe?.on('close', () => {
      // A report may be cut off.
      const report = STARTED.safeParse(tryParseJson(text));
      const reason = 'it ended during its start; see its log';
      resolve(report.data ?? { kind: 'failed', reason });
    });
    child.on('error', (error) => resolve({ kind: 'failed', reason: error.message }));
  });
}

function toReadable(stream: ChildProcess['stdio'][number] | undefined): Readable | undefined {
  return stream && 'setEncoding' in stream ? stream : undefined;
}
