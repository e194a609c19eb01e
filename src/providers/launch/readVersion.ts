import stripAnsi from 'strip-ansi';
import type { CommandResult } from '../../pty/process/command';
import type { VersionProbe } from '../model/providerDefinition';

/** What the output of a version probe states about the program. */
export type VersionAnswer =
  | { readonly kind: 'own'; readonly version: string | undefined }
  /** `problem` follows the program's path in a sentence. */
  | { readonly kind: 'other'; readonly problem: string };

const VERSION = /\d+\.\d+(?:\.\d+)*(?:[-+][\w.-]*\w)?/;

/** The longest part of an output that is quoted. */
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
