import { ClientError } from '../client/clientError';
import { parseCommandLine } from './commandLine';
import { EXIT, exitCodeOf, type ExitCode } from './exitCode';
import { formatHelp } from './formatHelp';
import { plainFor } from './output';
import { UsageError } from './usageError';
import type { CliIo, Verb } from './verb';

/** Carries out what the words after the program's name say; every failure is told and is an exit code. */
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
      tell(io, isJson, { code: 'USAGE', message: error.message });
      return EXIT.usage;
    }
    const code = error instanceof ClientError ? error.code : 'INTERNAL';
    const message = error instanceof Error ? error.message : String(error);
    const response = error instanceof ClientError ? error.response : undefined;
    tell(io, isJson, { code, message, ...(response !== undefined && { response }) });
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
  const terminals = io.connect({ window: input.text('window'), cwd: io.cwd, env: io.env });
  return verb.run({ io, terminals, isJson: input.flag('json') }, input);
}

/** For programs it stands on the standard error as the API would say it. */
function tell(
  { stderr }: CliIo,
  isJson: boolean,
  error: { readonly code: string; readonly message: string },
): void {
  stderr.write(
    isJson
      ? `${JSON.stringify({ error })}\n`
      : `agent-terminals: ${plainFor(stderr, error.message)} (${error.code})\n`,
  );
}
