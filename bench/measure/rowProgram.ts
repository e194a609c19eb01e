import { writeFile } from 'node:fs/promises';
import { toMessage } from '../../src/base/errors';
import { BenchContext } from '../hosts/benchContext';
import { ROWS } from '../report/goals';
import type { Measurements } from '../report/row';
import { MEASURES } from '../rows/allRows';

/** Measures a row and writes its values as JSON into a file. Started by `measureRow`. */
async function rowProgram(id: string, rounds: number, path: string): Promise<void> {
  const context = new BenchContext();
  try {
    const measured = await MEASURES[id]?.(context, rounds);
    await writeFile(path, JSON.stringify(checked(id, measured ?? {}), roundNumber));
  } finally {
    await context.shutdown();
    context.dispose();
  }
}

/** @throws {Error} for a value that is no number, and for one of an unknown part */
function checked(id: string, measured: Measurements): Measurements {
  const parts = ROWS.find((row) => row.id === id)?.parts ?? [];
  for (const [what, { ours, peer = 0 }] of Object.entries(measured)) {
    if (!parts.some((part) => part.what === what) || !Number.isFinite(ours + peer)) {
      throw new Error(`${id} has no part "${what}" with the values ${ours} and ${peer}.`);
    }
  }
  return measured;
}

/** Rounds to four significant digits, the precision of the measurements. */
function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}

const [id = '', rounds = '', path = ''] = process.argv.slice(2);
rowProgram(id, Number(rounds), path).catch((error: unknown) => {
  process.stderr.write(`${id} could not be measured: ${toMessage(error)}\n`);
  // Programs that a failed measurement has left would keep this process.
  process.exit(1);
});
