import type { Group } from './groups';

/** The argument that measures all groups. */
export const ALL = 'all';

/** The argument that measures how cost grows. */
export const GROWTH_ID = 'growth';

/**
 * The ids of the groups that the arguments name: without one, those that are not extra; with `all`, all of them
 * and the growth.
 * @throws with the known ids, if one is unknown
 */
export function chooseGroups(
  groups: readonly Pick<Group, 'id' | 'isExtra'>[],
  names: readonly string[],
): readonly string[] {
  const ids = [...groups.map(({ id }) => id), GROWTH_ID];
  const unknown = names.filter((name) => name !== ALL && !ids.includes(name));
  if (unknown.length > 0) {
    const known = [...ids, ALL].join(', ');
    throw new Error(`Unknown row ${unknown.join(', ')}. Known rows: ${known}.`);
  }
  if (names.length === 0) {
    return groups.filter(({ isExtra }) => !isExtra).map(({ id }) => id);
  }
  return names.includes(ALL) ? ids : ids.filter((id) => names.includes(id));
}
