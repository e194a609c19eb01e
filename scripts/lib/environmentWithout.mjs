// @ts-check

/**
 * This process's environment, or another, without some of its variables.
 * @param {readonly string[]} names
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentWithout(names, environment = process.env) {
  const kept = Object.entries(environment).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept);
}
