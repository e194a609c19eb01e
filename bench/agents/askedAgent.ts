import { join } from 'node:path';
import type { Core } from '../../src/main/core';
import { waitFor } from '../../test/support/waitFor';
import type { AskedCli } from './askedClis';
import type { BenchContext } from '../hosts/benchContext';
import { BenchCore, folderOf, makeHome } from '../hosts/benchCore';
import { TimedModel } from './timedModel';

/** From the start to the agent's being at rest. */
const REST_LIMIT_MS = 60_000;

/** A real CLI in a session of a whole core, before a model whose answers are timed. */
export interface AskedAgent {
  readonly core: Core;
  readonly ptyId: string;
  readonly cli: AskedCli;
  readonly model: TimedModel;
  /** What says where the CLI keeps its conversations. */
  readonly env: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

/** Starts the CLI whose program is `path`; settles when it has come to rest. */
export async function startAskedAgent(
  context: BenchContext,
  cli: AskedCli,
  path: string,
): Promise<AskedAgent> {
  const { providerId } = cli;
  const home = makeHome(context, providerId, 'PS1="$ "\n');
  const standIn = cli.createStandIn();
  const model = new TimedModel(await standIn.start());
  const env = await cli.prepare(join(home, `.${providerId}`), {
    baseUrl: await model.start(),
    trustedFolders: [folderOf(home)],
  });
  const providers = { [providerId]: { cli: path } };
  const bench = new BenchCore({ spawnMode: 'shell', providers, home, env });
  const end = async (): Promise<void> => {
    await bench.end();
    await model.end();
    await standIn.end();
  };
  try {
    const { core } = bench;
    const ptyId = await bench.start(providerId);
    // Its first hook says so before it has drawn itself.
    const hasReported = (): boolean =>
      cli.endedBy !== 'program' || core.status.get(ptyId).source === 'program';
    await waitFor(() => hasReported() && isAtRest(core.status.get(ptyId).state.kind), {
      limitMs: REST_LIMIT_MS,
      what: `${cli.name} to be at rest`,
    });
    return { core, ptyId, cli, model, env: { HOME: home, ...env }, end };
  } catch (error) {
    await end();
    throw error;
  }
}

export function isAtRest(kind: string): boolean {
  return kind === 'done' || kind === 'idle';
}
