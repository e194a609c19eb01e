import { toMessage } from '../../src/base/errors';
import { waitFor } from '../../test/support/waitFor';
import { isSettled, startBenchAgent, type BenchAgent } from '../agents/benchAgent';
import { BENCH_CLIS } from '../agents/benchClis';
import type { BenchContext } from '../hosts/benchContext';
import { measureRounds } from '../measure/measureRounds';
import { compare, type Measurement, type Measurements } from '../report/row';

const ASK_LIMIT_MS = 60_000;
const SETTLED = { limitMs: ASK_LIMIT_MS, what: 'the agent to be done or idle' };
/** Words of a prompt. The model's answer repeats the prompt word by word and takes about 0.5 s. */
const WORDS = 90;

/** F9: the time of an ask in a running session, and of the CLI's non-interactive mode, without the model's own. */
export async function measureAsk(context: BenchContext, rounds: number): Promise<Measurements> {
  const measured: Record<string, Measurement> = {};
  for (const cli of BENCH_CLIS) {
    const path = await cli.resolvePath().catch((error: unknown) => {
      context.skip(`${cli.name} of F9`, toMessage(error));
    });
    if (path !== undefined) {
      const agent = await startBenchAgent(context, cli, path);
      try {
        measured[cli.name] = await measureAgent(agent, rounds);
      } finally {
        await agent.end();
      }
    }
  }
  return measured;
}

async function measureAgent(agent: BenchAgent, rounds: number): Promise<Measurement> {
  const { core, model, ptyId } = agent;
  let number = 0;
  const timed = (ask: (prompt: string) => Promise<string>) => async () => {
    model.clear();
    const begin = `number ${++number}:`;
    const prompt = `${begin}${' a'.repeat(WORDS)}`;
    const before = performance.now();
    const answer = await ask(prompt);
    const after = performance.now();
    if (!answer.includes(prompt)) {
      throw new Error(`The answer is "${answer}".`);
    }
    const { requestedAt, lastByteAt } = model.findTimes(begin);
    return after - before - (lastByteAt - requestedAt);
  };
  const isReady = (): boolean => isSettled(core.status.get(ptyId).state.kind);
  const ask = timed(async (prompt) => {
    const limit = { timeoutMs: ASK_LIMIT_MS };
    return (await core.driver.ask(ptyId, prompt, limit)).response;
  });
  return compare(
    await measureRounds(rounds, {
      ours: async () => {
        await waitFor(isReady, SETTLED);
        return ask();
      },
      peer: timed(agent.askAlone),
    }),
  );
}
