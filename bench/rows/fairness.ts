import type { BenchContext } from '../hosts/benchContext';
import { makeFlood } from '../loads/makeFlood';
import { measureRounds } from '../measure/measureRounds';
import { hasProcFs } from '../measure/processStats';
import { BARE_TERMINAL } from '../peers/bareTerminals';
import { toRow, type Pair, type Row, type RowTitle, type Target } from '../report/row';
import { percentileRow } from '../report/percentileRow';
import {
  writeByNodePty,
  writeInHost,
  writeInSessions,
  writeInTerminals,
  type SteadyLoadResult,
} from '../loads/steadyLoad';

const ROUNDS = 5;
const LOAD = { programs: 128, bytesPerSecond: 200_000, durationMs: 1_000 } as const;
const ECHO_TARGET = { kind: 'atMost', value: 1.5 } as const;
const AS_TERMINAL = { kind: 'atMost', value: 1 } as const;
const LONGEST_GAP = 'longest gap in the output of one';
const IN_HOST = 'in the session host, ';

/**
 * P4: sessions that write steadily: share of output that is read, CPU, longest gap, and the echo of a key beside
 * them. The 99th percentile of the echo is above 5 ms in bare `node-pty` as well, so its goal is beside that. What
 * only a program without screens reaches has its goal beside bare terminals.
 */
export async function fairnessRows(context: BenchContext): Promise<readonly Row[]> {
  const program = await makeFlood(context, LOAD.bytesPerSecond);
  if (!program) {
    context.skip('P4', 'no C compiler (cc) was found');
    return [];
  }
  const hasHost = hasProcFs();
  if (!hasHost) {
    context.skip('the session host of P4', 'this system has no /proc');
  }
  const sides = {
    ours: () => writeInSessions(program, LOAD),
    peer: () => writeByNodePty(program, LOAD),
    terminal: () => writeInTerminals(program, LOAD),
    ...(hasHost ? { host: () => writeInHost(program, LOAD) } : {}),
  };
  const rounds = await measureRounds<string, SteadyLoadResult>(ROUNDS, sides);
  const comparison = new Comparison(rounds);
  return [...windowRows(comparison), ...(hasHost ? hostRows(comparison) : [])];
}

function windowRows(comparison: Comparison): readonly Row[] {
  const sides = ['ours', 'peer'] as const;
  const besideTerminal = ['ours', 'terminal'] as const;
  return [
    comparison.row(sides, 'delivered', { what: 'read in time', target: ours('atLeast', 99) }),
    comparison.row(sides, 'cpu', { what: 'CPU' }),
    comparison.row(besideTerminal, 'cpu', { what: 'CPU', target: AS_TERMINAL }),
    comparison.row(sides, 'longestGapMs', { what: LONGEST_GAP }),
    comparison.row(besideTerminal, 'longestGapMs', { what: LONGEST_GAP, target: AS_TERMINAL }),
    comparison.echoRow(sides, ECHO_TARGET),
    comparison.echoRow(besideTerminal),
  ];
}

function hostRows(comparison: Comparison): readonly Row[] {
  const sides = ['host', 'peer'] as const;
  return [
    comparison.row(sides, 'delivered', { what: 'read in time', target: ours('atLeast', 99) }),
    comparison.row(sides, 'cpu', { what: 'CPU' }),
    comparison.row(['host', 'terminal'], 'cpu', { what: 'CPU', target: AS_TERMINAL }),
    comparison.row(['host', 'ours'], 'cpu', { what: 'CPU' }),
    comparison.echoRow(sides, ECHO_TARGET),
    comparison.echoRow(['host', 'ours']),
  ];
}

function ours(kind: Target['kind'], value: number): Target {
  return { kind, value, of: 'ours' };
}

const UNITS = { delivered: '%', cpu: '%', longestGapMs: 'ms' } as const;
/** The names of the peers in the table. */
const PEERS = { ours: 'in the window', peer: 'node-pty', terminal: BARE_TERMINAL } as const;
/** The two sides of a comparison: ours, then the peer. */
type Sides = readonly ['ours' | 'host', keyof typeof PEERS];

class Comparison {
  constructor(private readonly rounds: readonly Readonly<Record<string, SteadyLoadResult>>[]) {}

  row(sides: Sides, of: keyof typeof UNITS, rest: Pick<RowTitle, 'what' | 'target'>): Row {
    const title = { ...titleOf(sides, rest.what), unit: UNITS[of], target: rest.target };
    return toRow(title, this.pairs(sides, of));
  }

  echoRow(sides: Sides, target?: Target): Row {
    const title = { ...titleOf(sides, 'echo of a key, p99'), unit: 'ms', target } as const;
    const rounds = this.rounds.map((round) => ({
      ours: round[sides[0]]?.echoes ?? [],
      peer: round[sides[1]]?.echoes ?? [],
    }));
    return percentileRow(title, rounds, 99);
  }

  private pairs([left, right]: Sides, of: keyof typeof UNITS): Pair[] {
    return this.rounds.map((round) => ({
      ours: round[left]?.[of] ?? NaN,
      peer: round[right]?.[of] ?? NaN,
    }));
  }
}

function titleOf([left, right]: Sides, what: string): Pick<RowTitle, 'id' | 'what' | 'peerName'> {
  const { programs, bytesPerSecond } = LOAD;
  return {
    id: 'P4',
    what: `${left === 'host' ? IN_HOST : ''}${programs} x ${bytesPerSecond / 1000} KB/s, no viewer: ${what}`,
    peerName: PEERS[right],
  };
}
