import { quoteForShell } from '../../pty/shell/quoteForShell';
import type { InitialPrompt } from './providerDefinition';

/** Where an initial prompt is placed: among the options, after them, or typed. */
export type PromptPlacement =
  | { readonly kind: 'flag' }
  | { readonly kind: 'last'; readonly separator: readonly string[] }
  | { readonly kind: 'keystrokes' };

/**
 * Linux allows 131,072 bytes for an argument (`MAX_ARG_STRLEN`). Through a shell the whole command
 * line is one argument, which contains the quoted prompt. This value leaves room for the rest.
 */
const LONGEST_QUOTED_BYTES = 100_000;

/** `cmd.exe`, which starts programs installed by npm, allows 8,191 characters in all. */
const LONGEST_ON_WINDOWS = 6_000;

/** A word that may be the name of an unlisted sub-command. */
const WORD = /^[A-Za-z][\w-]*$/;

/**
 * Decides where a sanitised prompt is placed, so that the CLI cannot interpret it as an option or a
 * sub-command. A prompt that no argument can carry is typed.
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
    // cmd.exe ends a command line at the first line break, which cannot be quoted.
    return text.length <= LONGEST_ON_WINDOWS && !text.includes('\n');
  }
  return Buffer.byteLength(quoteForShell(text)) <= LONGEST_QUOTED_BYTES;
}

function isSubcommand(subcommands: readonly string[] | 'unknown', text: string): boolean {
  return subcommands === 'unknown' ? WORD.test(text) : subcommands.includes(text.toLowerCase());
}
