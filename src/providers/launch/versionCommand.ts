import { planWindowsStart } from '../../pty/shell/windowsPlan';

export interface VersionCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/** How a CLI is run without a terminal to ask for its version: on Windows by its kind of file. */
export function versionCommand(
  { file, args }: VersionCommand,
  { platform, env }: { platform: NodeJS.Platform; env: Readonly<Record<string, string>> },
): VersionCommand {
  if (platform !== 'win32') {
    return { file, args };
  }
  const plan = planWindowsStart({ file, args, env });
  if (plan.kind === 'notPossible') {
    return { file, args };
  }
  // The fixed words of a version probe need none of the quoting that a batch file's prompt does.
  return plan.commandLine === undefined
    ? { file: plan.file, args: plan.args }
    : { file: plan.file, args: ['/d', '/c', file, ...args] };
}
