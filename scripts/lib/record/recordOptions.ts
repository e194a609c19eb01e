import { parseArgs } from 'node:util';
import type { Dimensions } from '../../../src/pty/ptyProcess';

/** The sizes at which all screens are recorded. */
export const SIZES: readonly Dimensions[] = [
  { cols: 80, rows: 24 },
  { cols: 120, rows: 40 },
  { cols: 200, rows: 50 },
];

export const RECORD_USAGE = `usage: npm run record -- PROVIDER ... [--write] [--size 80x24] [--run NAME] [--version V] [--newest] [--print]
  PROVIDER   the id of a provider with a recipe, or all; without one, the ids are listed
  --write    replaces the stored screens; otherwise the differences are printed, with exit code 1
  --size     records one size only
  --run      plays one run of the recipe only; screens of the others are not compared
  --version  another version of the CLI than the pinned one
  --newest   the newest version of the CLI
  --print    prints each recorded screen`;

export type RecordOptions =
  | {
      readonly kind: 'record';
      readonly providers: readonly string[];
      readonly write: boolean;
      readonly sizes: readonly Dimensions[];
      readonly run: string | undefined;
      readonly version: string | undefined;
      readonly newest: boolean;
      readonly print: boolean;
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problem: string };

/** Parses the command line; `known` are the providers with a recipe. */
export function parseRecordOptions(
  args: readonly string[],
  known: readonly string[],
): RecordOptions {
  let parsed;
  try {
    parsed = parse(args);
  } catch (error) {
    return { kind: 'wrong', problem: (error as Error).message };
  }
  const { values, positionals } = parsed;
  const providers = positionals.includes('all') ? known : positionals;
  const unknown = providers.find((id) => !known.includes(id));
  if (values.help === true) {
    return { kind: 'help' };
  }
  if (unknown !== undefined || providers.length === 0) {
    const what = unknown === undefined ? 'Which provider?' : `There is no recipe for ${unknown}.`;
    return { kind: 'wrong', problem: `${what} There are recipes for ${known.join(', ')}.` };
  }
  const sizes = SIZES.filter(({ cols, rows }) =>
    [undefined, `${cols}x${rows}`].includes(values.size),
  );
  if (sizes.length === 0) {
    return { kind: 'wrong', problem: `Screens are not recorded at ${values.size}.` };
  }
  const { write = false, newest = false, print = false, run, version } = values;
  return { kind: 'record', providers, write, sizes, run, version, newest, print };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      write: { type: 'boolean' },
      size: { type: 'string' },
      run: { type: 'string' },
      version: { type: 'string' },
      newest: { type: 'boolean' },
      print: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}
