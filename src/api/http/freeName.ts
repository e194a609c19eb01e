import type { Task } from '../../tasks/task';

/** A name that none of these tasks has: the wanted one, else with a number. */
export function freeName(wanted: string, known: readonly Task[]): string {
  const taken = new Set(known.map(({ name }) => name));
  let name = wanted;
  for (let number = 2; taken.has(name); number++) {
    name = `${wanted} ${number}`;
  }
  return name;
}
