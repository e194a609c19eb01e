import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import { withHost } from '../hosts/withHost';
import { timeOf } from '../measure/measurePairs';
import { measureRounds } from '../measure/measureRounds';
import { SESSION_COUNTS, toPoint, type Family } from './family';

const ROUNDS = 15;
const SCROLLBACK = 1_000;
const PROGRAM = programSpec('cat');

/** The time to start a session beside others, in the window and in the session host. */
export async function startGrowth(context: BenchContext): Promise<readonly Family[]> {
  return withHost(async (hosted) => {
    const contexts = { 'in the window': context, 'in the session host': hosted.context };
    const times = new Map<number, readonly Readonly<Record<keyof typeof contexts, number>>[]>();
    for (const count of SESSION_COUNTS) {
      await Promise.all(Object.values(contexts).map((one) => fill(one, count)));
      const rounds = await measureRounds(ROUNDS, {
        'in the window': () => startOnce(context),
        'in the session host': () => startOnce(hosted.context),
      });
      times.set(count, rounds);
    }
    const names = Object.keys(contexts) as (keyof typeof contexts)[];
    const lines = names.map((name) => ({
      name,
      points: [...times].map(([size, rounds]) =>
        toPoint(
          size,
          rounds.map((round) => round[name]),
        ),
      ),
    }));
    return [
      {
        ...{ id: 'start', title: 'Start of another session', unit: 'ms' },
        sizes: 'sessions that exist',
        lines,
      },
    ];
  });
}

/** Starts sessions until `count` exist. */
async function fill(context: BenchContext, count: number): Promise<void> {
  while (context.sessions.list().length < count) {
    await context.sessions.create(context.sessionSpec(PROGRAM, SCROLLBACK));
  }
}

async function startOnce(context: BenchContext): Promise<number> {
  const spec = context.sessionSpec(PROGRAM, SCROLLBACK);
  const ms = await timeOf(() => context.sessions.create(spec));
  await context.sessions.kill(spec.id);
  return ms;
}
