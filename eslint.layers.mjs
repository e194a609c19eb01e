// @ts-check

/** The rooms without VS Code, lowest first: each may import those before it. */
const CORE = [
  'base',
  'pty',
  'providers',
  'conversations',
  'worktrees',
  'tasks',
  'status',
  'agents',
  'driver',
  'api',
];
/** The rooms with VS Code, lowest first. */
const SHELL = ['config', 'views', 'commands'];
/** The session host, which outlives the extension, knows PTYs and nothing else. */
const HOST = 'host';

/** Insides of `pty` and `agents` that the rooms above them see through interfaces alone. */
const INSIDES = ['pty/sessionManager', 'pty/session', 'pty/nodePty*', 'pty/screen*'];

/** Modules that only these files may import, and why. (A pattern knows no `{a,b}`.) */
const ONLY_IN = [
  [['node-pty'], ['src/pty/nodePty*.ts'], 'Only pty/nodePty*.ts knows node-pty.'],
  [['@xterm/*'], ['src/pty/screen*.ts'], 'Only pty/screen*.ts knows xterm.'],
  [['http', 'https', 'node:http', 'node:https'], ['src/api/**'], 'Only the API speaks HTTP.'],
  [
    ['child_process', 'node:child_process'],
    ['src/pty/runCommand.ts'],
    'Run programs through pty/runCommand.ts.',
  ],
];

/** What `room` may not import, as patterns. */
function above(room) {
  if (room === HOST) {
    return ['vscode', ...[...CORE.slice(2), ...SHELL].map((other) => `**/${other}/**`)];
  }
  const core = CORE.indexOf(room);
  if (core >= 0) {
    return [
      'vscode',
      ...[...CORE.slice(core + 1), HOST, ...SHELL].map((other) => `**/${other}/**`),
    ];
  }
  const shell = SHELL.indexOf(room);
  const own = [HOST, ...SHELL.slice(shell + 1)].map((other) => `**/${other}/**`);
  return [...own, ...INSIDES.map((file) => `**/${file}`)];
}

/** Every room's layer rule, then the modules that are kept to one place. */
export const LAYER_RULES = [
  ...[...CORE, HOST, ...SHELL].map((room) => ({
    files: [`src/${room}/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: above(room),
              message: `src/${room} lies below that (ARCHITECTURE.md, Layers).`,
            },
          ],
        },
      ],
    },
  })),
  {
    files: ['src/config/**/*.ts'],
    ignores: ['src/config/settingsReader.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [...above('config'), 'vscode'],
              message: 'Only config/settingsReader.ts reads VS Code.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/*.ts'],
    ignores: ['src/extension.ts', 'src/window.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['vscode', ...SHELL.map((room) => `**/${room}/**`), './extension', './window'],
              message: 'Only extension.ts and window.ts know VS Code (ARCHITECTURE.md, Layers).',
            },
          ],
        },
      ],
    },
  },
  keptToOnePlace(),
  ...ONLY_IN.map(([, files], index) => ({ ...keptToOnePlace(index), files })),
];

/** Forbids the modules of {@link ONLY_IN}, all or all but one, by the TypeScript rule of the name. */
function keptToOnePlace(except) {
  const patterns = ONLY_IN.filter((_, index) => index !== except).map(([group, , message]) => ({
    group,
    message,
  }));
  return {
    files: ['src/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
    },
  };
}
