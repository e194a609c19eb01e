import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { LEAST_HOST, benchProgram } from '../../scripts/lib/bundles/benchBundle.mjs';

/** The name of this peer in the table. */
export const LEAST_HOST_NAME = 'the least that listens';

export function buildLeastHost(): Promise<unknown> {
  return build(LEAST_HOST);
}

/**
 * Returns the milliseconds from the start of the process to its listening.
 * @param parent a directory for its files
 */
export async function timeLeastHost(parent: string): Promise<number> {
  const directory = join(parent, 'least');
  mkdirSync(directory);
  const before = performance.now();
  const child = spawn(process.execPath, [benchProgram('peers/leastHostProgram'), directory], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(parent, 'compiled') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const ended = exited.then(() => {
    throw new Error('The least session host has ended.');
  });
  await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => {});
  const ms = performance.now() - before;
  child.kill('SIGTERM');
  await exited;
  rmSync(directory, { recursive: true });
  return ms;
}
