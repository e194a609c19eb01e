import type { BenchContext } from '../hosts/benchContext';
import { withHost } from '../hosts/withHost';
import { LAST_ROW } from '../loads/filledSession';
import { printInSessions, printInTerminals, type PrintLoad } from '../loads/printAtOnce';
import { colouredLog } from '../loads/workloads';
import { rateOf } from '../measure/measurePairs';
import { measureRounds } from '../measure/measureRounds';
import { BARE_TERMINAL, withBareTerminals, type BareTerminals } from '../peers/bareTerminals';
import { measureSizes, ROW_COUNTS, SESSION_COUNTS, toPanel, type Family } from './family';

const ROUNDS = 5;
/** Output of all sessions together. */
const BYTES = 32_000_000;
const SCROLLBACK = 1_000;

interface Setup {
  readonly context: BenchContext;
  /** Its sessions run in a session host. */
  readonly hosted: BenchContext;
  readonly terminals: BareTerminals;
}

/** The rate at which sessions without a viewer read and parse what they print at the same time. */
export function throughputGrowth(context: BenchContext): Promise<readonly Family[]> {
  return withHost(({ context: hosted }) =>
    withBareTerminals(async (terminals) => {
      const setup = { context, hosted, terminals };
      const bySessions = await measureSizes(SESSION_COUNTS, (programs) =>
        measureRates(setup, programs, SCROLLBACK),
      );
      const byRows = await measureSizes(ROW_COUNTS, (rows) => measureRates(setup, 1, rows));
      return [
        {
          ...{ id: 'throughput', title: 'Output read and parsed, of all sessions', unit: 'MB/s' },
          rounds: ROUNDS,
          panels: [
            toPanel('sessions that print at once', bySessions, (rate) => rate),
            toPanel('rows of scrollback of one session', byRows, (rate) => rate),
          ],
        },
      ];
    }),
  );
}

function measureRates({ context, hosted, terminals }: Setup, programs: number, scrollback: number) {
  const log = Buffer.concat([colouredLog(BYTES / programs), Buffer.from(LAST_ROW)]);
  const load: PrintLoad = {
    path: context.writeFile('print.log', log),
    ...{ last: LAST_ROW, programs, scrollback },
  };
  const rate = (print: () => Promise<number>) => async () =>
    rateOf(log.length * programs, await print());
  return measureRounds(ROUNDS, {
    'in the window': rate(() => printInSessions(context, load)),
    'in the session host': rate(() => printInSessions(hosted, load)),
    [BARE_TERMINAL]: rate(() => printInTerminals(context, terminals, load)),
  });
}
