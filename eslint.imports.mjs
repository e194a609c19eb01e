// @ts-check
import { posix, relative, sep } from 'node:path';
import { minimatch } from 'minimatch';
import { ROOMS } from './eslint.rooms.mjs';

/** The half of the composition that uses rooms with VS Code in them. */
const WINDOW = 'src/main/window';
const WITH_VSCODE = ['config', 'views', 'commands'];

/** Reads stored settings by files of `config` that do not use VS Code; its bundle proves that. */
const HEADLESS = 'src/main/headless';

/** By file of `src` itself: who may import it. */
const IMPORTERS_OF_TOP = /** @type {Readonly<Record<string, readonly string[]>>} */ ({
  'src/entry': [],
  'src/extension': ['src/entry.ts'],
  'src/extensionApi': ['src/extension.ts'],
  'src/publishedApi': [
    'src/entry.ts',
    'src/extension.ts',
    'src/extensionApi.ts',
    'src/waitingApi.ts',
  ],
  'src/waitingApi': ['src/entry.ts', 'src/extension.ts'],
});

/** By public file of a room that starts programs without the guard of trust: the rooms that need it. */
const IMPORTERS_OF_UNGUARDED = /** @type {Readonly<Record<string, readonly string[]>>} */ ({
  'src/pty/createSessionManager': ['host'],
  'src/pty/session/sessionManager': ['host'],
});

/** The files that may load modules late. The search for cycles does not follow such imports. */
const LOADS_LATE = [
  'src/entry.ts',
  'src/api/http/httpRoutes.ts',
  'src/api/http/requestHandler.ts',
  'src/mcp/mcpRoute.ts',
];

const LATE = 'Import at the top: only LOADS_LATE in eslint.imports.mjs load modules late.';

/** A path from the top of a disk, on any system, or as a URL. */
const ABSOLUTE = /^(?:[/\\]|[a-z]:[/\\]|file:)/i;

/**
 * Packages with all that is below their names, the only files that may import them, and why.
 * @type {readonly (readonly [packages: readonly string[], files: readonly string[], why: string])[]}
 */
const ONLY_IN = [
  [
    ['vscode'],
    [
      'src/views/**',
      'src/commands/**',
      'src/config/settingsReader.ts',
      'src/main/window.ts',
      'src/entry.ts',
      'src/extension.ts',
    ],
    'Only views, commands, config/settingsReader.ts, main/window.ts, entry.ts and extension.ts use VS Code.',
  ],
  [['node-pty'], ['src/pty/native/**'], 'Only pty/native uses node-pty.'],
  [['@xterm'], ['src/pty/screen/xterm/**'], 'Only pty/screen/xterm uses xterm.js.'],
  [
    ['worker_threads', 'node:worker_threads'],
    ['src/pty/screen/worker/**'],
    'Only pty/screen/worker starts threads.',
  ],
  [
    ['http', 'https', 'node:http', 'node:https', 'ws'],
    ['src/api/**', 'src/client/**'],
    'Only the API and its client use HTTP and WebSocket.',
  ],
  [['@modelcontextprotocol'], ['src/mcp/**'], 'Only mcp uses the MCP SDK.'],
  [
    ['child_process', 'node:child_process'],
    [
      'src/pty/process/runCommand.ts',
      'src/host/discovery/startHost.ts',
      'src/client/connect/startHeadless.ts',
    ],
    'Run programs through pty/process/runCommand.ts; host/discovery/startHost.ts starts what outlives the window, client/connect/startHeadless.ts the command line.',
  ],
];

/**
 * What may import what, apart from cycles. Other rules forbid the ways to import that are not read here: `require` and
 * types by `import()`.
 */
export const LAYER_RULES = [
  {
    files: ['src/**/*.ts'],
    plugins: { rooms: { rules: { imports: { create: createImportsRule } } } },
    rules: { 'rooms/imports': 'error' },
  },
];

/**
 * Checks each import of a file against the tables of rooms and packages.
 * @param {import('eslint').Rule.RuleContext} context
 */
function createImportsRule(context) {
  const file = relative(import.meta.dirname, context.filename)
    .split(sep)
    .join('/');
  const check = (/** @type {any} */ { source: node, type }) => {
    if (node === null) {
      return;
    }
    const isLate = type === 'ImportExpression' && !LOADS_LATE.includes(file);
    const message =
      typeof node.value === 'string'
        ? (findImportProblem(file, node.value) ?? (isLate ? LATE : undefined))
        : 'Name the module by a string.';
    if (message !== undefined) {
      context.report({ node, message });
    }
  };
  return {
    ImportDeclaration: check,
    ImportExpression: check,
    ExportNamedDeclaration: check,
    ExportAllDeclaration: check,
  };
}

/**
 * Why `file` may not import `module`, in one sentence; undefined where it may.
 * @param {string} file its path below the repository's top, with slashes
 * @param {string} module as the import names it
 * @returns {string | undefined}
 */
function findImportProblem(file, module) {
  if (ABSOLUTE.test(module)) {
    return 'Import files by relative paths.';
  }
  return module.startsWith('.')
    ? findFileProblem(file, posix.join(posix.dirname(file), module).replace(/\.[cm]?[jt]s$/, ''))
    : findPackageProblem(file, module);
}

/**
 * @param {string} file
 * @param {string} module
 */
function findPackageProblem(file, module) {
  const isAmong = (/** @type {readonly string[]} */ names) =>
    names.some((name) => module === name || module.startsWith(`${name}/`));
  const isIn = (/** @type {readonly string[]} */ files) =>
    files.some((pattern) => minimatch(file, pattern));
  return ONLY_IN.find(([packages, files]) => isAmong(packages) && !isIn(files))?.[2];
}

/**
 * @param {string} file
 * @param {string} target without its ending
 */
function findFileProblem(file, target) {
  if (!target.startsWith('src/')) {
    return 'The source imports nothing outside of src: it is packed alone.';
  }
  const room = roomOf(file);
  const other = roomOf(target);
  const isConfigOfHeadless = file === `${HEADLESS}.ts` && other === 'config';
  if (room === 'main' && file !== `${WINDOW}.ts` && !isConfigOfHeadless) {
    if (target === WINDOW || (other !== undefined && WITH_VSCODE.includes(other))) {
      return 'Only main/window.ts uses rooms that use VS Code; main/headless.ts uses config.';
    }
  }
  if (other === undefined) {
    return IMPORTERS_OF_TOP[target]?.includes(file)
      ? undefined
      : `${target}.ts stands above the rooms: ${posix.basename(file)} may not import it.`;
  }
  if (other === room) {
    return undefined;
  }
  if (room !== undefined && !ROOMS[room]?.sees.includes(other)) {
    return `src/${room} may not import src/${other} (eslint.rooms.mjs).`;
  }
  if (IMPORTERS_OF_UNGUARDED[target]?.includes(room ?? '') === false) {
    return `${target}.ts starts programs without src/pty/trustGuard.ts: use WindowSessions.`;
  }
  return isPublic(other, target)
    ? undefined
    : `${target}.ts is private to src/${other}; eslint.rooms.mjs names its public files.`;
}

/**
 * The room that a path below `src` lies in; undefined for a file of `src` itself.
 * @param {string} path
 */
function roomOf(path) {
  const [, room, ...rest] = path.split('/');
  return rest.length > 0 ? room : undefined;
}

/**
 * @param {string} room
 * @param {string} path
 */
function isPublic(room, path) {
  const names = ROOMS[room]?.public[posix.dirname(path).slice(`src/${room}/`.length)] ?? '';
  return names === '*' || names.split(' ').includes(posix.basename(path));
}
