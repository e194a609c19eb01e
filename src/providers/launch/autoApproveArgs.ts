import type { ProviderDefinition } from '../model/providerDefinition';

/**
 * Removes the arguments that turn on auto-approval, in both spellings: `--mode=all` and `--mode
 * all`. The length of the result shows whether there were any.
 */
export function withoutAutoApprove(
  { autoApprove }: Pick<ProviderDefinition, 'autoApprove'>,
  args: readonly string[],
): readonly string[] {
  const wanted = 'args' in autoApprove ? autoApprove.args.flatMap(splitOption) : [];
  const kept: string[] = [];
  let at = 0;
  while (at < args.length) {
    const found = wanted.length === 0 ? 0 : countMatching(args.slice(at), wanted);
    if (found === 0) {
      kept.push(...args.slice(at, at + 1));
    }
    at += Math.max(found, 1);
  }
  return kept;
}

/** How many of the first arguments are equivalent to `wanted`; 0 if they are not. */
function countMatching(args: readonly string[], wanted: readonly string[]): number {
  const words: string[] = [];
  let count = 0;
  while (words.length < wanted.length && count < args.length) {
    words.push(...args.slice(count, count + 1).flatMap(splitOption));
    count += 1;
  }
  return words.length === wanted.length && words.every((word, index) => word === wanted[index])
    ? count
    : 0;
}

function splitOption(arg: string): readonly string[] {
  const at = arg.startsWith('--') ? arg.indexOf('=') : -1;
  return at < 0 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
}
