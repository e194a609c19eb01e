// @ts-check
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import { ROOMS } from './eslint.rooms.mjs';

/** Packages that only these files may import, and why. (A pattern knows no `{a,b}`.) */
const ONLY_IN = [
  [
    ['vscode'],
    [
      'src/views/**',
      'src/commands/**',
      'src/config/settingsReader.ts',
      'src/main/window.ts',
      'src/extension.ts',
    ],
    'Only views, commands, config/settingsReader.ts, main/window.ts and extension.ts use VS Code.',
  ],
  [['node-pty'], ['src/pty/native/**'], 'Only pty/native uses node-pty.'],
  [['@xterm/*'], ['src/pty/screen/**'], 'Only pty/screen uses xterm.js.'],
  [
    ['/http', '/https', 'node:http', 'node:https', '/ws'],
    ['src/api/**', 'src/client/**'],
    'Only the API and its client use HTTP and WebSocket.',
  ],
  [['@modelcontextprotocol/**'], ['src/mcp/**'], 'Only mcp uses the MCP SDK.'],
  [
    ['child_process', 'node:child_process'],
    ['src/pty/process/runCommand.ts', 'src/host/discovery/startHost.ts'],
    'Run programs through pty/process/runCommand.ts; host/discovery/startHost.ts starts what outlives the window.',
  ],
];

/** Files of `src` itself: they use the rooms' public files, whatever the room. */
const TOP_FILES = ['./src/extension.ts', './src/extensionApi.ts', './src/publishedApi.ts'];

/** All rules about what may import what. */
export const LAYER_RULES = [
  {
    files: ['src/**/*.ts'],
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts'] })] },
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          basePath: import.meta.dirname,
          zones: [...Object.keys(ROOMS).flatMap(zonesOf), ...ownZones()],
        },
      ],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
    },
  },
  keptToOnePlace(),
  ...ONLY_IN.map(([, files], index) => ({ ...keptToOnePlace(index), files })),
];

/** @param {string} room */
function zonesOf(room) {
  const { sees } = ROOMS[room] ?? { sees: [] };
  const hidden = Object.keys(ROOMS).filter((other) => other !== room && !sees.includes(other));
  return [
    {
      target: `./src/${room}`,
      from: hidden.map((other) => `./src/${other}`),
      message: `src/${room} may not import this room (eslint.rooms.mjs).`,
    },
    ...sees.map((other) => privateZone(`./src/${room}`, other)),
  ];
}

/**
 * @param {string | string[]} target
 * @param {string} room
 */
function privateZone(target, room) {
  return {
    target,
    from: `./src/${room}`,
    except: publicFiles(room),
    message: `This file is private to src/${room}; eslint.rooms.mjs names its public files.`,
  };
}

/** @param {string} room */
function publicFiles(room) {
  return Object.entries(ROOMS[room]?.public ?? {}).flatMap(([folder, names]) =>
    names === '*'
      ? ['.']
      : names.split(' ').map((name) => `./${folder ? `${folder}/` : ''}${name}.ts`),
  );
}

function ownZones() {
  return [
    ...Object.keys(ROOMS).map((room) => privateZone(TOP_FILES, room)),
    {
      target: './src',
      from: './src/extension.ts',
      message: 'extension.ts is the top: nothing imports it.',
    },
    {
      // The half of the composition that works without VS Code.
      target: './src/main/!(window).ts',
      from: ['./src/config', './src/views', './src/commands', './src/main/window.ts'],
      message: 'Only main/window.ts uses rooms that use VS Code.',
    },
  ];
}

/** Forbids the packages of {@link ONLY_IN}, all or all but one. */
function keptToOnePlace(/** @type {number | undefined} */ except = undefined) {
  const patterns = ONLY_IN.filter((_, index) => index !== except).map(([group, , message]) => ({
    group,
    message,
  }));
  return {
    files: ['src/**/*.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
  };
}
