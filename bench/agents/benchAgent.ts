import { join } from 'node:path';
import { runProgram } from '../../scripts/lib/runProgram.mjs';
import type { Core } from '../../src/main/core';
import { waitFor } from '../../test/support/waitFor';
import type { BenchCli } from './benchClis';
import type { BenchContext } from '../hosts/benchContext';
import { BenchCore, folderOf, makeHome } from '../hosts/benchCore';
import { TimedModel } from './timedModel';

/** Time limit for the start of an agent. */
const START_LIMIT_MS = 60_000;

/** A real CLI in a session of a core, connected to a model whose answers are timed. */
export interface BenchAgent {
  readonly core: Core;
  readonly ptyId: string;
  readonly model: TimedModel;
  /** Runs the CLI once more in its non-interactive mode. Resolves to its output. */
  readonly askAlone: (prompt: string) => Promise<string>;
  end(): Promise<void>;
}

/** Starts the CLI at `path`. Resolves once the agent is done or idle. */
export async function startBenchAgent(
  context: BenchContext,
  cli: BenchCli,
  path: string,
): Promise<BenchAgent> {
  const { providerId } = cli;
  const home = makeHome(context, providerId, 'PS1="$ "\n');
  const standIn = cli.createStandIn();
  const model = new TimedModel(await standIn.start());
  const env = await cli.prepare(join(home, `.${providerId}`), {
    baseUrl: await model.start(),
    trustedFolders: [folderOf(home)],
  });
  const providers = { [providerId]: { cli: path } };
  const bench = new BenchCore({ providers, home, env });
  const end = async (): Promise<void> => {
    await bench.end();
    await model.end();
    await standIn.end();
  };
  try {
    const { core } = bench;
    const ptyId = await bench.start(providerId);
    // The agent's first hook reports idle before the agent has drawn its screen.
    const hasReported = (): boolean =>
      cli.endedBy !== 'program' || core.status.get(ptyId).source === 'program';
    await waitFor(() => hasReported() && isSettled(core.status.get(ptyId).state.kind), {
      limitMs: START_LIMIT_MS,
      what: `${cli.name} to be done or idle`,
    });
    const alone = { PATH: process.env['PATH'], USER: 'bench', HOME: home, ...env };
    const askAlone = (prompt: string): Promise<string> =>
      runProgram(path, [...cli.askArgs, prompt], { cwd: folderOf(home), env: alone });
    return { core, ptyId, model, askAlone, end };
  } catch (error) {
    await end();
    throw error;
  }
}

export function isSettled(kind: string): boolean {
  return kind === 'done' || kind === 'idle';
}
