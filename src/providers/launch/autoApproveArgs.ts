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
  const kept = removeAutoApprove(facts, args);
  // What is left can form another such argument: `-c --yolo approval_policy=never`.
  return kept.length < args.length ? withoutAutoApprove(facts, kept) : kept;
}

function removeAutoApprove(facts: ApprovalFacts, args: readonly string[]): readonly string[] {
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

function countAutoApprove(facts: ApprovalFacts, args: readonly string[]): number {
  const { autoApprove } = facts;
  const own = 'args' in autoApprove ? [autoApprove.args] : [];
  const aliases = (autoApprove.kind === 'flag' && autoApprove.aliases) || [];
  const counts = [...own, ...aliases].map((wanted) =>
    countMatching(args, wanted.flatMap(splitOption)),
  );
  return Math.max(...counts, countMode(facts, args));
}

function countMatching(args: readonly string[], wanted: readonly string[]): number {
  const words: string[] = [];
  let count = 0;
  while (words.length < wanted.length && count < args.length) {
    words.push(...args.slice(count, count + 1).flatMap(splitOption));
    count += 1;
  }
  // A flag without a value is also a switch: `--yolo=true`.
  const isSwitch = wanted.length === 1 && words.length === 2 && words[1] !== 'false';
  const isSame = isSwitch || words.length === wanted.length;
  return isSame && wanted.every((word, index) => word === words[index]) ? count : 0;
}

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

/** An option and its value, if one argument has both: `--mode=all`, `-mall` or `-m=all`. */
function splitOption(arg: string): readonly string[] {
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(arg) ?? /^(-[^-])=?(.+)$/s.exec(arg) ?? [];
  return flag === undefined || value === undefined ? [arg] : [flag, value];
}
