import { writeFile } from 'node:fs/promises';
import { toMessage } from '../../src/base/errors';
import { isGrowth, type GrowthId } from '../chooseGroups';
import { GROUPS } from '../groups';
import { GROWTH } from '../growth/growth';
import { BenchContext } from '../hosts/benchContext';
import type { Row } from '../report/row';
import type { GroupResult } from './measureGroup';

/** Measures the group of an id and writes its result as JSON into a file. Started by `measureGroup`. */
async function groupProgram(id: string, path: string): Promise<void> {
  const result = isGrowth(id) ? await measureGrowth(id) : await measureRows(id);
  await writeFile(path, JSON.stringify(result));
}

async function measureRows(id: string): Promise<GroupResult> {
  const group = GROUPS.find((one) => one.id === id);
  if (!group) {
    throw new Error(`No group has the id ${id}.`);
  }
  const { measured: rows, notMeasured } = await inContext(group.measure);
  rows.forEach(assertNumbers);
  return { rows, families: [], notMeasured };
}

/** JSON has no other numbers. */
function assertNumbers({ what, ours, peer = 0, ratio = 0 }: Row): void {
  if (![ours, peer, ratio].every(Number.isFinite)) {
    throw new Error(`"${what}" has no value.`);
  }
}

async function measureGrowth(id: GrowthId): Promise<GroupResult> {
  const { measured: families, notMeasured } = await inContext(GROWTH[id]);
  return { rows: [], families, notMeasured };
}

async function inContext<T>(
  measure: (context: BenchContext) => Promise<T>,
): Promise<{ readonly measured: T; readonly notMeasured: readonly string[] }> {
  const context = new BenchContext();
  try {
    return { measured: await measure(context), notMeasured: context.notMeasured };
  } finally {
    await context.shutdown();
    context.dispose();
  }
}

const [id = '', path = ''] = process.argv.slice(2);
groupProgram(id, path).catch((error: unknown) => {
  process.stderr.write(`${id} could not be measured: ${toMessage(error)}\n`);
  // Programs that a failed measurement has left would keep this process.
  process.exit(1);
});
