import { ROOT } from '../scripts/lib/paths.mjs';
import { toMessage } from '../src/base/errors';
import { formatComparison } from './against/compareResults';
import { measureAgainst } from './against/measureAgainst';
import { measureVersion } from './against/measureVersion';
import { checkOutVersion } from './against/versionCheckout';
import { parseBenchOptions, type BenchOptions } from './benchOptions';
import { measureRow } from './measure/measureRow';
import { ROWS } from './report/goals';
import { resultOf, type Result, type Results } from './report/results';
import { formatParts } from './report/table';
import { storeResults } from './report/writeReport';

/**
 * Measures the named rows, or all, each in a process of its own, and prints them. With `--write` they replace those in
 * `bench/results.json`, docs/performance.md and the picture. `--rounds N` measures each N times. `--against VERSION`
 * measures them in a commit, branch or tag and in HEAD by turns. A missed goal does not fail the run.
 */
async function bench(args: readonly string[]): Promise<void> {
  const options = parseBenchOptions(args);
  if (options.against !== undefined) {
    await compareVersions(options, options.against);
    return;
  }
  const results = await measureRows(options);
  print(formatParts(ROWS, results));
  if (options.write) {
    await storeResults(results);
  }
}

/** A row that fails is reported and fails the run. */
async function measureRows({ ids, rounds }: BenchOptions): Promise<Results> {
  const results: Record<string, Result> = {};
  for (const id of ids) {
    const start = performance.now();
    try {
      results[id] = resultOf(await measureRow(id, rounds));
    } catch (error) {
      print(`${id} failed: ${toMessage(error)}`);
      process.exitCode = 1;
    }
    print(`${id}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
  return results;
}

async function compareVersions({ ids, rounds }: BenchOptions, version: string): Promise<void> {
  const compared = await measureAgainst(
    {
      checkOut: (name) => checkOutVersion(ROOT, name),
      measure: (directory) => measureVersion(directory, ids, print),
      report: print,
    },
    { version, rounds },
  );
  print(formatComparison(compared));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

bench(process.argv.slice(2)).catch((error: unknown) => {
  print(toMessage(error));
  process.exitCode = 1;
});
