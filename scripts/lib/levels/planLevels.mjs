// @ts-check

/** @typedef {Pick<import('./levels.mjs').Level, 'name' | 'after'>} PlannedLevel */

/**
 * @typedef {object} Progress of a run, by names of levels
 * @property {ReadonlySet<string>} ended
 * @property {ReadonlySet<string>} running
 */

/**
 * Chooses the levels to start now, in their order: those whose predecessors have ended, as long as
 * fewer than `atOnce` run.
 * @template {PlannedLevel} T
 * @param {readonly T[]} levels
 * @param {Progress} progress
 * @param {number} atOnce
 * @returns {readonly T[]}
 */
export function chooseStarts(levels, { ended, running }, atOnce) {
  const ready = levels.filter(
    ({ name, after }) =>
      !ended.has(name) && !running.has(name) && after.every((other) => ended.has(other)),
  );
  return ready.slice(0, Math.max(0, atOnce - running.size));
}

/**
 * Finds faults because of which a run of these levels would not end, or would omit one.
 * @param {readonly PlannedLevel[]} levels
 * @returns {readonly string[]} one sentence each
 */
export function findPlanFaults(levels) {
  const names = levels.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const late = levels.flatMap(({ name, after }, index) =>
    after
      .filter((other) => !names.slice(0, index).includes(other))
      .map((other) => `${name} runs after ${other}, which is not listed before it.`),
  );
  return [...twice.map((name) => `Two levels have the name ${name}.`), ...late];
}
