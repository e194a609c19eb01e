import stripAnsi from 'strip-ansi';
import type { RunCommand, CommandResult } from '../../pty/process/command';
import type { ProviderDefinition, VersionProbe } from '../model/providerDefinition';
import { planWindowsStart } from '../../pty/shell/windowsPlan';

export interface VersionReaderDeps {
  readonly runCommand: RunCommand;
  readonly platform: NodeJS.Platform;
  /** The working directory of the CLIs, so that no workspace has an effect. */
  readonly home: string;
}

/** How long a CLI may take to print its version, in milliseconds. Many load a lot first. */
const TIMEOUT_MS = 10_000;
const OUTPUT_BYTES = 64 * 1024;

/**
 * Reads the versions of programs and caches them. A program that was not the CLI is queried again,
 * and so is one that no trust allowed to run.
 */
export class VersionReader {
  private readonly answers = new Map<string, Promise<VersionAnswer>>();

  constructor(private readonly deps: VersionReaderDeps) {}

  read(
    provider: ProviderDefinition,
    path: string,
    env: Readonly<Record<string, string>>,
  ): Promise<VersionAnswer> {
    const key = `${provider.id} ${path}`;
    const answer = this.answers.get(key) ?? this.ask(provider, path, env);
    this.answers.set(key, answer);
    const forget = (): void => {
      if (this.answers.get(key) === answer) {
        this.answers.delete(key);
      }
    };
    answer.then(({ kind }) => kind === 'other' && forget(), forget);
    return answer;
  }

  forget(): void {
    this.answers.clear();
  }

  private async ask(
    { versionProbe }: ProviderDefinition,
    path: string,
    env: Readonly<Record<string, string>>,
  ): Promise<VersionAnswer> {
    const { platform, home, runCommand } = this.deps;
    const result = await runCommand({
      ...versionCommand({ file: path, args: versionProbe.args }, { platform, env }),
      cwd: home,
      env,
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: OUTPUT_BYTES,
    });
    return readVersion(versionProbe, result);
  }
}

export type VersionAnswer =
  | { readonly kind: 'own'; readonly version: string | undefined }
  /** `problem` follows the program's path in a sentence. */
  | { readonly kind: 'other'; readonly problem: string };

const VERSION = /\d+\.\d+(?:\.\d+)*(?:[-+][\w.-]*\w)?/;

const QUOTED_CHARACTERS = 80;

/**
 * Distinguishes a CLI from another program with its name. A program that does not answer in time
 * counts as the CLI: a slow machine is more likely than a namesake.
 */
export function readVersion(probe: VersionProbe, result: CommandResult): VersionAnswer {
  if (result.kind === 'failed') {
    return { kind: 'own', version: undefined };
  }
  const output = stripAnsi(`${result.stdout}\n${result.stderr}`);
  const lines = output.split(/\r?\n/);
  if (probe.namesake?.test(output) || (probe.own && !probe.own.test(output))) {
    return { kind: 'other', problem: explain(probe, result.code, lines) };
  }
  const line = lines.find((text) => (probe.own ?? VERSION).test(text));
  return { kind: 'own', version: VERSION.exec(line ?? '')?.[0] };
}

function explain(probe: VersionProbe, code: number | null, lines: readonly string[]): string {
  const call = probe.args.join(' ');
  const first = lines.find((line) => line.trim() !== '')?.trim();
  const output = first === undefined ? 'nothing' : `"${first.slice(0, QUOTED_CHARACTERS)}"`;
  return code === 0
    ? `is another program of that name (${call} prints ${output})`
    : `fails with ${call} (exit code ${code ?? 'unknown'}, it prints ${output})`;
}

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
