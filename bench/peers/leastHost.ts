import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { LEAST_HOST, benchProgram } from '../../scripts/lib/bundles/benchBundle.mjs';

/** The name of this peer in the table. */
export const LEAST_HOST_NAME = 'the least that listens';

export function buildLeastHost(): Promise<unknown> {
  return build(LEAST_HOST);
}

/** Returns the milliseconds from the start of the process to its listening. */
export async function timeLeastHost(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'agent-terminals-bench-'));
  const before = performance.now();
  const child = spawn(process.execPath, [benchProgram('peers/leastHostProgram'), directory], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'agent-terminals-bench-compiled') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const ms = performance.now() - before;
  child.kill('SIGKILL');
  await once(child, 'exit');
  rmSync(directory, { recursive: true });
  return ms;
}
