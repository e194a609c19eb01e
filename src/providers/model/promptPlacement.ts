import { quoteForShell } from '../../pty/shell/quoteForShell';
import type { InitialPrompt } from './providerDefinition';

/** Where an initial prompt goes: among the options, after them, or through the keyboard. */
export type PromptPlacement =
  | { readonly kind: 'flag' }
  | { readonly kind: 'last'; readonly separator: readonly string[] }
  | { readonly kind: 'keystrokes' };

/**
 * Linux takes 131,072 bytes an argument (`MAX_ARG_STRLEN`), and through a shell the whole
 * command line is one of them, with the prompt quoted. This leaves room for the rest.
 */
const LONGEST_QUOTED_BYTES = 100_000;

/** `cmd.exe`, which starts what npm installs, takes 8,191 characters in all. */
const LONGEST_ON_WINDOWS = 6_000;

/** What could be the name of a sub-command that we do not know of. */
const WORD = /^[A-Za-z][\w-]*$/;

/**
 * Decides where a sanitised prompt goes, so that the CLI can read nothing else into it: not an
 * option, not a sub-command. What no argument can carry is typed.
 */
export function placePrompt(
  initialPrompt: InitialPrompt,
  text: string,
  platform: NodeJS.Platform,
): PromptPlacement {
  if (initialPrompt.kind === 'keystrokes' || !fitsArgument(text, platform)) {
    return { kind: 'keystrokes' };
  }
  const isOption = text.startsWith('-');
  if (initialPrompt.kind === 'flag') {
    return isOption ? { kind: 'keystrokes' } : { kind: 'flag' };
  }
  if (initialPrompt.separator === 'guardsAll') {
    return { kind: 'last', separator: ['--'] };
  }
  if (isSubcommand(initialPrompt.subcommands, text)) {
    return { kind: 'keystrokes' };
  }
  if (initialPrompt.separator === 'none') {
    return isOption ? { kind: 'keystrokes' } : { kind: 'last', separator: [] };
  }
  return { kind: 'last', separator: ['--'] };
}

function fitsArgument(text: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') {
    // cmd.exe ends a command line at its first line break, and has no way to quote one.
    return text.length <= LONGEST_ON_WINDOWS && !text.includes('\n');
  }
  return Buffer.byteLength(quoteForShell(text)) <= LONGEST_QUOTED_BYTES;
}

function isSubcommand(subcommands: readonly string[] | 'unknown', text: string): boolean {
  return subcommands === 'unknown' ? WORD.test(text) : subcommands.includes(text.toLowerCase());
}
