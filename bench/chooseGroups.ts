import type { Group } from './groups';

/** The argument that measures all groups. */
export const ALL = 'all';

/** The argument that measures how cost grows, in all of its groups. */
const GROWTH = 'growth';

/** The groups that measure how cost grows. `growth-load` measures the echo of a key and the CPU time. */
export const GROWTH_IDS = [
  'growth-throughput',
  'growth-load',
  'growth-memory',
  'growth-start',
  'growth-attach',
] as const;

export type GrowthId = (typeof GROWTH_IDS)[number];

/** Whether the group measures how cost grows, and no rows. */
export function isGrowth(id: string): id is GrowthId {
  return (GROWTH_IDS as readonly string[]).includes(id);
}

/**
 * The ids of the groups that the arguments name: without one, those that are not extra; with `growth`, those that
 * measure how cost grows; with `all`, all of them.
 * @throws with the known ids, if one is unknown
 */
export function chooseGroups(
  groups: readonly Pick<Group, 'id' | 'isExtra'>[],
  names: readonly string[],
): readonly string[] {
  const ids = [...groups.map(({ id }) => id), ...GROWTH_IDS];
  const known = [...ids, GROWTH, ALL];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`Unknown row ${unknown.join(', ')}. Known rows: ${known.join(', ')}.`);
  }
  if (names.length === 0) {
    return groups.filter(({ isExtra }) => !isExtra).map(({ id }) => id);
  }
  return ids.filter((id) =>
    [id, ALL, ...(isGrowth(id) ? [GROWTH] : [])].some((name) => names.includes(name)),
  );
}
