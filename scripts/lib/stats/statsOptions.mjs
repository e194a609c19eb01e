// @ts-check
import { parseArgs } from 'node:util';

export const STATS_USAGE = `usage: npm run stats [-- --root DIR] [--json]
  --root DIR  the checkout to measure, instead of this one
  --json      print the measures as JSON (npm's own lines go with "npm run --silent")`;

/**
 * @typedef {{kind: 'measure', root: string | undefined, json: boolean}
 *   | {kind: 'help'}
 *   | {kind: 'wrong', problem: string}} StatsOptions
 */

/**
 * @param {readonly string[]} args
 * @returns {StatsOptions}
 */
export function parseStatsOptions(args) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        root: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values.help === true
      ? { kind: 'help' }
      : { kind: 'measure', root: values.root, json: values.json };
  } catch (error) {
    return { kind: 'wrong', problem: error instanceof Error ? error.message : String(error) };
  }
}
