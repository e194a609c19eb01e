// @ts-check
import { parseArgs } from 'node:util';

export const START_USAGE = `usage: npm start [-- --folder DIR] [--port N]
  --folder DIR  the folder to open, instead of a sample
  --port N      the port of the embedded VS Code, instead of any free one`;

/**
 * @typedef {{kind: 'start', folder: string | undefined, port: number | undefined}
 *   | {kind: 'help'}
 *   | {kind: 'wrong', problem: string}} StartOptions
 */

/**
 * @param {readonly string[]} args
 * @returns {StartOptions}
 */
export function parseStartOptions(args) {
  const values = parseValues(args);
  if (values instanceof Error) {
    return { kind: 'wrong', problem: values.message };
  }
  if (values.help === true) {
    return { kind: 'help' };
  }
  if (values.folder === '') {
    return { kind: 'wrong', problem: '--folder needs the path of a folder.' };
  }
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !isPort(port)) {
    return { kind: 'wrong', problem: `--port is a number from 1 to 65535, not "${values.port}".` };
  }
  return { kind: 'start', folder: values.folder, port };
}

/** @param {readonly string[]} args */
function parseValues(args) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        folder: { type: 'string' },
        port: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    return /** @type {Error} */ (error);
  }
}

/** @param {number} port */
function isPort(port) {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}
