import { SessionError } from '../../base/errors';
import { checkCwd, checkExecutable, type Checked } from './preflight';
import type { ProgramSpec } from '../ptyProcess';
import { planWindowsStart } from './windowsPlan';

/**
 * Finds a program's file, checks its directory, and adapts the program to this platform.
 * @throws {SessionError} `CWD_NOT_FOUND`, `CLI_NOT_FOUND`; `BAD_REQUEST` if the platform cannot
 * start it with these arguments.
 */
export async function checkProgram(
  program: ProgramSpec,
  platform: NodeJS.Platform,
): Promise<ProgramSpec> {
  const { cwd, env } = program;
  const [directory, executable] = await Promise.all([
    checkCwd(cwd),
    checkExecutable(program.file, { env, cwd }),
  ]);
  valueOf(directory);
  const file = valueOf(executable);
  const found = { ...program, cwd, file };
  return platform === 'win32' ? forWindows(found) : found;
}

function forWindows(program: ProgramSpec): ProgramSpec {
  const plan = planWindowsStart(program);
  if (plan.kind === 'notPossible') {
    throw new SessionError('BAD_REQUEST', plan.message);
  }
  const { file, args, commandLine } = plan;
  return { ...program, file, args, commandLine };
}

function valueOf<T>(checked: Checked<T>): T {
  if (checked.kind === 'failed') {
    throw checked.error;
  }
  return checked.value;
}
