import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { replaceTable } from './page';
import { writePicture } from './picture';
import { readResults, RESULTS, type Results } from './results';

const PAGE = join(__dirname, '..', '..', 'docs', 'performance.md');

/** Writes the table of docs/performance.md and the picture. */
export async function writeReport(results: Results): Promise<void> {
  writeFileSync(PAGE, replaceTable(readFileSync(PAGE, 'utf8'), results));
  await writePicture(results);
}

/** Adds results to the stored ones, in place of those of the same rows, and writes the report. */
export async function storeResults(measured: Results): Promise<void> {
  const results = { ...readResults(), ...measured };
  const options = { ...(await resolveConfig(RESULTS)), filepath: RESULTS };
  writeFileSync(RESULTS, await format(JSON.stringify(results), options));
  await writeReport(results);
}
