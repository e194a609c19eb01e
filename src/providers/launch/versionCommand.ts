import { planWindowsStart } from '../../pty/shell/windowsPlan';

interface VersionCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/**
 * How a CLI is run without a terminal to print its version. On Windows this depends on the kind of
 * file.
 */
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
  // The fixed words of a version probe do not need the quoting that a prompt for a batch file
  // needs.
  return plan.commandLine === undefined
    ? { file: plan.file, args: plan.args }
    : { file: plan.file, args: ['/d', '/c', file, ...args] };
}
