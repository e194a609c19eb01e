// @ts-check

/** How often a long step says that it still goes on. */
const REMINDER_MS = 10_000;

/**
 * One line for the person at the terminal.
 * @param {string} line
 */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs a long step, telling when it begins, that it still goes on, and how long it took.
 * @template T
 * @param {string} title such as "Installing VS Code 1.139.1"
 * @param {() => Promise<T>} step
 * @returns {Promise<T>}
 */
export async function withProgress(title, step) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  say(`${title} ...`);
  const reminder = setInterval(() => say(`${title} ... ${seconds()}`), REMINDER_MS);
  try {
    const result = await step();
    say(`${title}: done in ${seconds()}`);
    return result;
  } finally {
    clearInterval(reminder);
  }
}
