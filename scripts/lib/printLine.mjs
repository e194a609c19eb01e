// @ts-check

/** How often the progress of a long step is printed. */
const REMINDER_MS = 10_000;

/**
 * Prints one line for the person at the terminal.
 * @param {string} line
 */
export function printLine(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs a long step, and prints its beginning, its progress, and its duration.
 * @template T
 * @param {string} title such as "Installing VS Code 1.139.1"
 * @param {() => Promise<T>} step
 * @returns {Promise<T>}
 */
export async function withProgress(title, step) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  printLine(`${title} ...`);
  const reminder = setInterval(() => printLine(`${title} ... ${seconds()}`), REMINDER_MS);
  try {
    const result = await step();
    printLine(`${title}: done in ${seconds()}`);
    return result;
  } finally {
    clearInterval(reminder);
  }
}
