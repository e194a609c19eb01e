import { formatError } from '../client/clientError';
import { parseCommandLine } from './commandLine';
import { EXIT, exitCodeOf, type ExitCode } from './exitCode';
import { formatHelp } from './formatHelp';
import { toPrintable } from './output';
import { UsageError } from './usageError';
import type { CliIo, Verb } from './verb';

/**
 * Runs the command line and returns the exit code. Never rejects: failures are printed to stderr.
 */
export async function runCli(
  argv: readonly string[],
  verbs: readonly Verb[],
  io: CliIo,
): Promise<ExitCode> {
  try {
    return await run(argv, verbs, io);
  } catch (error) {
    const isJson = argv.includes('--json');
    if (error instanceof UsageError) {
      printError(io, isJson, { code: 'USAGE', message: error.message });
      return EXIT.usage;
    }
    printError(io, isJson, formatError(error));
    return exitCodeOf(error);
  }
}

async function run(argv: readonly string[], verbs: readonly Verb[], io: CliIo): Promise<ExitCode> {
  const line = parseCommandLine(argv, verbs);
  if (line.kind === 'help') {
    io.stdout.write(`${formatHelp(verbs, line.verb)}\n`);
    return argv.length === 0 ? EXIT.usage : EXIT.done;
  }
  const { verb, input } = line;
  const { cwd, env, headless } = io;
  const window = input.text('window');
  const terminals = io.connect({ window, cwd, env, headless });
  try {
    return await verb.run({ io, terminals, isJson: input.flag('json') }, input);
  } finally {
    await headless.close();
  }
}

/** Prints an error to stderr; with `--json` in the format of the API's error responses. */
function printError(
  { stderr }: CliIo,
  isJson: boolean,
  error: { readonly code: string; readonly message: string },
): void {
  stderr.write(
    isJson
      ? `${JSON.stringify({ error })}\n`
      : `agent-terminals: ${toPrintable(stderr, error.message)} (${error.code})\n`,
  );
}
