// @ts-check
import { posix } from 'node:path';
import { ROOMS } from './eslint.rooms.mjs';

/** The half of the composition that uses rooms with VS Code in them. */
const WINDOW = 'src/main/window';
const WITH_VSCODE = ['config', 'views', 'commands'];

/**
 * Why `file` may not import `module`, in one sentence; undefined where it may.
 * @param {string} file its path below the repository's top, with slashes
 * @param {string} module as the import names it
 * @returns {string | undefined}
 */
export function findImportProblem(file, module) {
  if (!module.startsWith('.')) {
    return undefined;
  }
  const target = posix.join(posix.dirname(file), module);
  const room = roomOf(file);
  const other = roomOf(target);
  if (target === 'src/extension') {
    return 'extension.ts is the top: nothing imports it.';
  }
  if (room === 'main' && file !== `${WINDOW}.ts`) {
    if (target === WINDOW || (other !== undefined && WITH_VSCODE.includes(other))) {
      return 'Only main/window.ts uses rooms that use VS Code.';
    }
  }
  if (other === undefined || other === room) {
    return undefined;
  }
  if (room !== undefined && !ROOMS[room]?.sees.includes(other)) {
    return `src/${room} may not import src/${other} (eslint.rooms.mjs).`;
  }
  return isPublic(other, target)
    ? undefined
    : `${target}.ts is private to src/${other}; eslint.rooms.mjs names its public files.`;
}

/**
 * The room that a path lies in; undefined for a file of `src` itself and for all outside of it.
 * @param {string} path
 */
function roomOf(path) {
  const [top, room, ...rest] = path.split('/');
  return top === 'src' && rest.length > 0 ? room : undefined;
}

/**
 * @param {string} room
 * @param {string} path
 */
function isPublic(room, path) {
  const names = ROOMS[room]?.public[posix.dirname(path).slice(`src/${room}/`.length)] ?? '';
  return names === '*' || names.split(' ').includes(posix.basename(path));
}
