import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { SESSION_HOST } from '../../scripts/lib/hostBundle.mjs';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const CORE_ROOMS = [
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
const LAYER_RULES: readonly string[] = [
  'no-restricted-imports',
  '@typescript-eslint/no-restricted-imports',
  'no-restricted-syntax',
];

describe('the layer rules', function () {
  this.timeout(10_000);

  // Without types, which no layer rule needs: a program for each text would take seconds.
  const eslint = new ESLint({
    overrideConfig: [
      tseslint.configs.disableTypeChecked,
      { languageOptions: { parserOptions: { projectService: false, project: false } } },
    ],
  });

  /** What the layer rules say of `code`, were it in that file. */
  async function findViolations(file: string, code: string): Promise<readonly string[]> {
    const [result] = await eslint.lintText(code, { filePath: file });
    return (result?.messages ?? [])
      .filter(({ ruleId, fatal }) => fatal || LAYER_RULES.includes(ruleId ?? ''))
      .map(({ message }) => message);
  }

  const planted: readonly (readonly [string, string])[] = [
    ...CORE_ROOMS.map((room) => [`src/${room}/planted.ts`, importing('vscode')] as const),
    ['src/config/planted.ts', importing('vscode')],
    ['src/core.ts', importing('vscode')],
    ['src/core.ts', importing('./config/settingsReader')],
    ['src/core.ts', importing('./views/messages')],
    ['src/core.ts', importing('./commands/startAgent')],
    ['src/core.ts', importing('./window')],
    ['src/planted.ts', importing('./extension')],
    ['src/planted.ts', importing('vscode')],
    ['src/core.ts', importing('node-pty')],
    ['src/base/planted.ts', importing('../pty/spawnMode')],
    ['src/pty/planted.ts', importing('../providers/keys')],
    ['src/pty/planted.ts', importing('../agents/agentService')],
    ['src/pty/planted.ts', "import type { Task } from '../tasks/task';\nexport type X = Task;"],
    ['src/providers/planted.ts', importing('../tasks/taskStore')],
    ['src/providers/definitions/planted.ts', importing('../../agents/agentService')],
    ['src/providers/planted.ts', importing('../conversations/transcripts')],
    ['src/conversations/planted.ts', importing('../tasks/taskStore')],
    ['src/worktrees/planted.ts', importing('../tasks/taskStore')],
    ['src/tasks/planted.ts', importing('../agents/agentService')],
    ['src/status/planted.ts', importing('../agents/agentService')],
    ['src/tasks/planted.ts', importing('../status/activity')],
    ['src/agents/planted.ts', importing('../config/contributions')],
    ['src/agents/planted.ts', importing('../views/sessionTree')],
    ['src/config/planted.ts', importing('../views/sessionTree')],
    ['src/views/planted.ts', importing('../commands/startAgent')],
    ['src/views/planted.ts', importing('../pty/sessionManager')],
    ['src/views/planted.ts', importing('../pty/session')],
    ['src/commands/planted.ts', importing('../pty/nodePtySpawner')],
    ['src/pty/planted.ts', importing('node-pty')],
    ['src/extension.ts', importing('node-pty')],
    ['src/pty/planted.ts', importing('@xterm/headless')],
    ['src/agents/planted.ts', importing('node:http')],
    ['src/agents/planted.ts', importing('https')],
    ['src/agents/planted.ts', importing('ws')],
    ['src/api/planted.ts', importing('../mcp/agentTools')],
    ['src/driver/planted.ts', importing('../mcp/tool')],
    ['src/mcp/planted.ts', importing('../views/sessionTree')],
    ['src/mcp/planted.ts', importing('ws')],
    ['src/api/planted.ts', importing('@modelcontextprotocol/sdk/server/index.js')],
    ['src/client/planted.ts', importing('@modelcontextprotocol/sdk/client/index.js')],
    ['src/client/planted.ts', importing('../mcp/tool')],
    ['src/client/planted.ts', importing('vscode')],
    ['src/client/planted.ts', importing('../api/apiServer')],
    ['src/client/planted.ts', importing('../pty/quoteForShell')],
    ['src/client/planted.ts', importing('../cli/main')],
    ['src/cli/planted.ts', importing('vscode')],
    ['src/cli/planted.ts', importing('../agents/agentService')],
    ['src/cli/verbs/planted.ts', importing('../../pty/modeReset')],
    ['src/cli/planted.ts', importing('node:http')],
    ['src/api/planted.ts', importing('../client/connect')],
    ['src/views/planted.ts', importing('../client/connect')],
    ['src/commands/planted.ts', importing('../cli/main')],
    ['src/host/planted.ts', importing('vscode')],
    ['src/host/planted.ts', importing('../providers/keys')],
    ['src/host/planted.ts', importing('../client/connect')],
    ['src/host/server/planted.ts', importing('../../agents/agentService')],
    ['src/host/planted.ts', importing('node:child_process')],
    ['src/agents/planted.ts', importing('../host/hostPlace')],
    ['src/views/planted.ts', importing('../host/hostPlace')],
    ['src/pty/planted.ts', importing('node:child_process')],
    ['src/pty/processTable.ts', importing('node:child_process')],
    ['src/views/planted.ts', importing('child_process')],
    ['src/views/planted.ts', "vscode.commands.registerCommand('x', () => {});"],
    ['src/extension.ts', "vscode.commands.registerCommand('x', () => {});"],
    ['src/views/planted.ts', "void vscode.commands.executeCommand('setContext', 'x', true);"],
  ];
  for (const [file, code] of planted) {
    it(`report ${code.split('\n')[0]} in ${file}`, async () => {
      assert.equal((await findViolations(file, code)).length, 1);
    });
  }

  const allowed: readonly (readonly [string, string])[] = [
    ['src/pty/planted.ts', importing('../base/clock')],
    ['src/agents/planted.ts', importing('../tasks/taskStore')],
    ['src/config/settingsReader.ts', importing('vscode')],
    ['src/views/planted.ts', importing('vscode')],
    ['src/window.ts', importing('vscode')],
    ['src/extension.ts', importing('./views/messages')],
    ['src/core.ts', importing('./agents/agents')],
    ['src/commands/planted.ts', importing('../views/sessionTree')],
    ['src/views/planted.ts', importing('../pty/sessionService')],
    ['src/pty/nodePtyModule.ts', importing('node-pty')],
    ['src/pty/runCommand.ts', importing('node:child_process')],
    ['src/host/planted.ts', importing('./client/hostClient')],
    ['src/host/planted.ts', importing('../pty/sessionManager')],
    ['src/host/startHost.ts', importing('node:child_process')],
    ['src/core.ts', importing('./host/diskHostAccess')],
    ['src/api/planted.ts', importing('ws')],
    ['src/mcp/planted.ts', importing('@modelcontextprotocol/sdk/server/index.js')],
    ['src/mcp/planted.ts', importing('../api/apiError')],
    ['src/client/planted.ts', importing('ws')],
    ['src/client/planted.ts', importing('node:http')],
    ['src/client/planted.ts', importing('../base/clock')],
    ['src/cli/verbs/planted.ts', importing('../../client/connect')],
    ['src/commands/registerCommand.ts', "vscode.commands.registerCommand('x', () => {});"],
  ];
  for (const [file, code] of allowed) {
    it(`let ${code} pass in ${file}`, async () => {
      assert.deepEqual(await findViolations(file, code), []);
    });
  }
});

describe('the core', () => {
  it('can be bundled without VS Code', async () => {
    const rooms = [...CORE_ROOMS, 'host', 'config'].flatMap(listSources);
    const files = [resolve('src', 'core.ts'), ...rooms];
    const imports = files.filter((file) => !file.endsWith('settingsReader.ts'));
    assert.ok(imports.length > 10);
    const { errors } = await build({
      stdin: {
        contents: imports.map((file) => `export * from ${JSON.stringify(file)};`).join('\n'),
        resolveDir: process.cwd(),
      },
      bundle: true,
      platform: 'node',
      external: ['node-pty'],
      write: false,
      logLevel: 'silent',
    });
    assert.deepEqual(errors, []);
  });
});

describe('the session host', () => {
  it('is made of PTYs and screens: no agents, no client, no tmux of this machine, no large library', async () => {
    const { metafile } = await build({ ...SESSION_HOST, write: false, metafile: true });
    const inputs = Object.values(metafile.outputs).flatMap(({ inputs: used }) =>
      Object.entries(used).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
    );
    const strangers = inputs.filter((path) =>
      /^src\/(?!base|pty|host)|src\/host\/client|tmux(Spawner|Process|Control)|zod\/v4\/classic/.test(
        path,
      ),
    );
    assert.ok(inputs.some((path) => path.endsWith('src/host/sessionHost.ts')));
    assert.deepEqual(strangers, []);
  });
});

function importing(module: string): string {
  return `import * as planted from '${module}';`;
}

function listSources(room: string): readonly string[] {
  const directory = resolve('src', room);
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(directory, name));
}
