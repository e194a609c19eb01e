// @ts-check
import { relative, sep } from 'node:path';
import { findImportProblem } from './eslint.imports.mjs';

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

/** All rules about what may import what. */
export const LAYER_RULES = [
  {
    files: ['src/**/*.ts'],
    plugins: { rooms: { rules: { imports: createImportsRule() } } },
    rules: { 'rooms/imports': 'error' },
  },
  keptToOnePlace(),
  ...ONLY_IN.map(([, files], index) => ({ ...keptToOnePlace(index), files })),
];

/** A rule that checks each relative import of a file against the table of rooms. */
function createImportsRule() {
  return {
    create(/** @type {import('eslint').Rule.RuleContext} */ context) {
      const file = relative(context.cwd, context.filename).split(sep).join('/');
      const check = (/** @type {any} */ node) => {
        const module = node.source?.value;
        const message = typeof module === 'string' ? findImportProblem(file, module) : undefined;
        if (message !== undefined) {
          context.report({ node: node.source, message });
        }
      };
      return {
        ImportDeclaration: check,
        ImportExpression: check,
        ExportNamedDeclaration: check,
        ExportAllDeclaration: check,
        TSImportType: check,
      };
    },
  };
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
