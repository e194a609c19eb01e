import type { ProviderDefinition } from '../model/providerDefinition';

/** What a CLI's arguments decide about permission. */
export type ApprovalFacts = Pick<ProviderDefinition, 'autoApprove' | 'permissionModes'>;

/**
 * Removes the arguments that turn on auto-approval, by its own flag or by a permission mode, in both
 * spellings: `--mode=all` and `--mode all`. The length of the result shows whether there were any.
 */
export function withoutAutoApprove(
  facts: ApprovalFacts,
  args: readonly string[],
): readonly string[] {
  const kept: string[] = [];
  let at = 0;
  while (at < args.length) {
    const found = countAutoApprove(facts, args.slice(at));
    if (found === 0) {
      kept.push(...args.slice(at, at + 1));
    }
    at += Math.max(found, 1);
  }
  return kept;
}

/** Whether a CLI in this permission mode acts without requesting permission, as far as is known. */
export function isAutoApproveMode(
  { permissionModes }: Pick<ApprovalFacts, 'permissionModes'>,
  mode: string,
): boolean {
  return permissionModes.kind === 'flag' && !permissionModes.asking.includes(mode);
}

/** How many of the first arguments turn on auto-approval. */
function countAutoApprove(facts: ApprovalFacts, args: readonly string[]): number {
  const { autoApprove } = facts;
  const wanted = 'args' in autoApprove ? autoApprove.args.flatMap(splitOption) : [];
  return countMatching(args, wanted) || countMode(facts, args);
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

/** How many of the first arguments choose a permission mode that is auto-approval. */
function countMode(facts: ApprovalFacts, [first = '', second]: readonly string[]): number {
  const { permissionModes } = facts;
  const [flag = '', value] = splitOption(first);
  const mode = value ?? second;
  const isMode = permissionModes.kind === 'flag' && permissionModes.flags.includes(flag);
  if (!isMode || mode === undefined || !isAutoApproveMode(facts, mode)) {
    return 0;
  }
  return value === undefined ? 2 : 1;
}

function splitOption(arg: string): readonly string[] {
  const at = arg.startsWith('--') ? arg.indexOf('=') : -1;
  return at < 0 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
}
