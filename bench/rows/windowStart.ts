import { Owned } from '../../scripts/lib/owned.mjs';
import type { BenchContext } from '../hosts/benchContext';
import { canOpenVsCode, packageOurs } from '../loads/benchVsCode';
import { measureColdRounds } from '../measure/measureRounds';
import {
  openLeastVsCode,
  openPackageVsCode,
  type ProbedVsCode,
  type StartTimes,
} from '../peers/bareVsCode';
import { packageRelease } from '../peers/release';
import { REMEMBERED, STATES } from '../report/goals';
import { compare, type Measurement, type Measurements } from '../report/row';

/**
 * F8: activation at the start of a window, beside an extension that registers the same commands and views, and the time
 * until its first command has run, beside that of an earlier version. Each extension is alone in a VS Code of its own.
 */
export async function measureWindowStart(
  context: BenchContext,
  rounds: number,
): Promise<Measurements> {
  if (!(await canOpenVsCode())) {
    context.skip('F8', 'no browser or no VS Code is available');
    return {};
  }
  const owned = new Owned();
  const open = async (opening: Promise<ProbedVsCode>) => {
    const opened = owned.add(await opening);
    return () => opened.measure();
  };
  try {
    const ours = await packageOurs();
    const release = await packageRelease();
    const times = await measureColdRounds<string, StartTimes>(rounds, {
      least: await open(openLeastVsCode()),
      'no session': await open(openPackageVsCode(ours, 0)),
      'no session before': await open(openPackageVsCode(release, 0)),
      [`${REMEMBERED} remembered`]: await open(openPackageVsCode(ours, REMEMBERED)),
      [`${REMEMBERED} remembered before`]: await open(openPackageVsCode(release, REMEMBERED)),
    });
    return toMeasurements(times);
  } finally {
    await owned.end();
  }
}

function toMeasurements(times: readonly Readonly<Record<string, StartTimes>>[]): Measurements {
  const measured: Record<string, Measurement> = {};
  for (const state of STATES) {
    const beside = (peer: string, of: keyof StartTimes): Measurement =>
      compare(
        times.map((round) => ({
          ours: round[state]?.[of] ?? NaN,
          peer: round[peer]?.[of] ?? NaN,
        })),
      );
    measured[`activation, ${state}`] = beside('least', 'activation');
    measured[`first command, ${state}`] = beside(`${state} before`, 'firstCommand');
  }
  return measured;
}
