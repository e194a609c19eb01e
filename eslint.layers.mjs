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
  'mcp',
];
/** The rooms with VS Code, lowest first. */
const SHELL = ['config', 'views', 'commands'];
/** The session host, which outlives the extension, knows PTYs and nothing else. */
const HOST = 'host';
/** Programs of their own, lowest first, which know a window by its API alone; of the rooms they see `base`. */
const OUTSIDE = ['client', 'cli'];

/** Insides of `pty` and `agents` that the rooms above them see through interfaces alone. */
const INSIDES = ['pty/sessionManager', 'pty/session', 'pty/nodePty*', 'pty/screen*'];

/** Modules that only these files may import, and why. (A pattern knows no `{a,b}`.) */
const ONLY_IN = [
  [['node-pty'], ['src/pty/nodePty*.ts'], 'Only pty/nodePty*.ts knows node-pty.'],
  [['@xterm/*'], ['src/pty/screen*.ts'], 'Only pty/screen*.ts knows xterm.'],
  [
    ['http', 'https', 'node:http', 'node:https', 'ws'],
    ['src/api/**', 'src/client/**'],
    'Only the API and its client speak HTTP and WebSocket.',
  ],
  [['@modelcontextprotocol/**'], ['src/mcp/**'], 'Only mcp speaks MCP; others know its tools.'],
  [
    ['child_process', 'node:child_process'],
    ['src/pty/runCommand.ts', 'src/host/startHost.ts'],
    'Run programs through pty/runCommand.ts; host/startHost.ts starts what outlives us.',
  ],
];

/** What `room` may not import, as patterns. */
function above(room) {
  const isShell = SHELL.includes(room);
  const others = hiddenRooms(room).map((other) => `**/${other}/**`);
  // What is beside the file is of its own room: the host has a client, too.
  const own = room === HOST ? ['!./client/*'] : [];
  return [...others, ...own, ...(isShell ? INSIDES.map((file) => `**/${file}`) : ['vscode'])];
}

function hiddenRooms(room) {
  if (OUTSIDE.includes(room)) {
    return [...CORE.slice(1), HOST, ...SHELL, ...OUTSIDE.slice(OUTSIDE.indexOf(room) + 1)];
  }
  if (room === HOST) {
    return [...CORE.slice(2), ...SHELL, ...OUTSIDE];
  }
  const core = CORE.indexOf(room);
  return core >= 0
    ? [...CORE.slice(core + 1), HOST, ...SHELL, ...OUTSIDE]
    : [HOST, ...SHELL.slice(SHELL.indexOf(room) + 1), ...OUTSIDE];
}

/** Every room's layer rule, then the modules that are kept to one place. */
export const LAYER_RULES = [
  ...[...CORE, HOST, ...SHELL, ...OUTSIDE].map((room) => ({
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
