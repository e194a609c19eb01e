import { DisposableStore } from '../../src/base/lifecycle';
import { toMessage } from '../../src/base/errors';
import { waitFor } from '../../test/support/waitFor';
import { isSettled, startBenchAgent, type BenchAgent } from '../agents/benchAgent';
import { BENCH_CLIS, type BenchCli } from '../agents/benchClis';
import { createAskVariants, type AskVariant } from '../agents/askVariants';
import type { BenchContext } from '../hosts/benchContext';
import { measureRounds } from '../measure/measureRounds';
import { toLoneRow, type Row, type Target } from '../report/row';

const ROUNDS = 9;
const ASK_LIMIT_MS = 60_000;
/** Words of a prompt. The model's answer repeats the prompt word by word and takes about 0.5 s. */
const WORDS = 90;

/** Name of each end in row texts, and the most time beyond the model's own, in milliseconds. */
const ENDINGS = {
  program: { by: 'its own report', atMost: 500 },
  hook: { by: 'its hook', atMost: 500 },
  screen: { by: 'its screen alone', atMost: 2500 },
} as const satisfies Record<AskVariant['endedBy'], object>;

/** Times of an ask, in milliseconds. */
interface AskTimes {
  /** From the call to the result, without the time from the model's request to its last byte. */
  readonly beyondModel: number;
  /** From the last byte of the model's answer to the result. */
  readonly afterLastByte: number;
}

/** D1: the time of an ask beyond the model's own. */
export async function askRows(context: BenchContext): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const cli of BENCH_CLIS) {
    const path = await cli.resolvePath().catch((error: unknown) => {
      context.skip(`D1, asking ${cli.name}`, toMessage(error));
    });
    if (path !== undefined) {
      rows.push(...(await rowsOf(context, cli, path)));
    }
  }
  return rows;
}

async function rowsOf(context: BenchContext, cli: BenchCli, path: string): Promise<readonly Row[]> {
  const store = new DisposableStore();
  const agent = await startBenchAgent(context, cli, path);
  try {
    const variants = createAskVariants(agent, store);
    // After its start an agent can report so late that another source detects the end first.
    await agent.core.driver.ask(agent.ptyId, 'Hello', { timeoutMs: ASK_LIMIT_MS });
    let number = 0;
    const rounds = await measureRounds<string, AskTimes>(
      ROUNDS,
      Object.fromEntries(
        variants.map((variant) => [
          variant.endedBy,
          () => timeAsk(agent, variant, `number ${++number}:`),
        ]),
      ),
    );
    return variants.flatMap(({ endedBy }) =>
      toRows(
        cli,
        endedBy,
        rounds.map((round) => round[endedBy]),
      ),
    );
  } finally {
    store.dispose();
    await agent.end();
  }
}

async function timeAsk(
  { model, ptyId }: BenchAgent,
  { endedBy: expected, driver, status }: AskVariant,
  text: string,
): Promise<AskTimes> {
  await waitFor(() => isSettled(status.get(ptyId).state.kind), {
    limitMs: ASK_LIMIT_MS,
    what: 'the agent to be done or idle',
  });
  model.clear();
  const prompt = `${text}${' a'.repeat(WORDS)}`;
  const before = performance.now();
  const { response, endedBy } = await driver.ask(ptyId, prompt, { timeoutMs: ASK_LIMIT_MS });
  const after = performance.now();
  if (endedBy !== expected || !response.endsWith(prompt)) {
    throw new Error(
      `The ask was ended by ${endedBy} instead of ${expected}. Response: "${response}".`,
    );
  }
  const { requestedAt, lastByteAt } = model.findTimes(text);
  return {
    beyondModel: after - before - (lastByteAt - requestedAt),
    afterLastByte: after - lastByteAt,
  };
}

function toRows(
  { name }: BenchCli,
  endedBy: AskVariant['endedBy'],
  times: readonly (AskTimes | undefined)[],
): readonly Row[] {
  const { by, atMost } = ENDINGS[endedBy];
  const row = (what: string, part: keyof AskTimes, target?: Target): Row =>
    toLoneRow(
      { id: 'D1', what: `${what}: ${name}, end detected by ${by}`, unit: 'ms', target },
      times.map((time) => time?.[part] ?? NaN),
    );
  return [
    row("ask, without the model's time", 'beyondModel', { kind: 'atMost', value: atMost }),
    row("ask, from the answer's last byte to the result", 'afterLastByte'),
  ];
}
