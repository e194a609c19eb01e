import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ESLint } from 'eslint';
import { ROOMS } from '../../eslint.rooms.mjs';
import { listSources, WITHOUT_VSCODE } from '../support/rooms';

const LATE_PARTS = '@typescript-eslint/no-use-before-define';
const LAYER_RULES = [
  'rooms/imports',
  'no-restricted-syntax',
  '@typescript-eslint/no-require-imports',
  '@typescript-eslint/consistent-type-imports',
  LATE_PARTS,
];
const LATE_PART = 'const isBusy = () => core.isBusy; const core = createCore({ isBusy });';

describe('the layer rules', function () {
  this.timeout(120_000);

  const createEslint = (cwd: string) => new ESLint({ cwd });
  const atTop = createEslint(process.cwd());

  /** The messages of the layer rules about `code` in a file of a path, which need not exist. */
  async function findViolations(
    file: string,
    code: string,
    eslint = atTop,
  ): Promise<readonly string[]> {
    const [result] = await eslint.lintText(code, { filePath: resolve(file) });
    return (result?.messages ?? [])
      .filter(({ ruleId, fatal }) => fatal || LAYER_RULES.includes(ruleId ?? ''))
      .map(({ message }) => message);
  }

  /** What each room must not import, as file and import: rooms above it or beside it. */
  const rooms: readonly (readonly [string, string])[] = [
    ['src/base/planted.ts', '../pty/spawnMode'],
    ['src/pty/planted.ts', '../providers/model/keys'],
    ['src/pty/session/planted.ts', '../../agents/startRequests'],
    ['src/host/planted.ts', '../providers/model/keys'],
    ['src/host/planted.ts', '../client/connect/connect'],
    ['src/host/server/planted.ts', '../../agents/startRequests'],
    ['src/providers/planted.ts', '../tasks/taskStore'],
    ['src/providers/catalog/claude/planted.ts', '../../../agents/startRequests'],
    ['src/providers/planted.ts', '../conversations/sessionIsolation'],
    ['src/conversations/planted.ts', '../tasks/taskStore'],
    ['src/worktrees/planted.ts', '../tasks/taskStore'],
    ['src/tasks/planted.ts', '../agents/startRequests'],
    ['src/tasks/planted.ts', '../status/activity'],
    ['src/ownership/planted.ts', '../agents/startRequests'],
    ['src/status/planted.ts', '../agents/startRequests'],
    ['src/agents/planted.ts', '../config/contributions'],
    ['src/agents/planted.ts', '../views/tree/sessionTree'],
    ['src/agents/planted.ts', '../host/discovery/hostPaths'],
    ['src/driver/planted.ts', '../mcp/tool'],
    ['src/api/planted.ts', '../mcp/tool'],
    ['src/api/planted.ts', '../client/connect/connect'],
    ['src/mcp/planted.ts', '../views/tree/sessionTree'],
    ['src/headless/planted.ts', '../host/discovery/hostPaths'],
    ['src/config/planted.ts', '../views/tree/sessionTree'],
    ['src/views/planted.ts', '../commands/start/startAgent'],
    ['src/views/planted.ts', '../host/discovery/hostPaths'],
    ['src/views/planted.ts', '../client/connect/connect'],
    ['src/commands/planted.ts', '../cli/main'],
    ['src/commands/planted.ts', '../main/core'],
    ['src/main/planted.ts', '../client/connect/connect'],
    ['src/endpoint/planted.ts', '../pty/spawnMode'],
    ['src/client/planted.ts', '../mcp/tool'],
    ['src/client/planted.ts', '../api/apiServer'],
    ['src/client/planted.ts', '../cli/main'],
    ['src/cli/planted.ts', '../agents/startRequests'],
    ['src/cli/verbs/planted.ts', '../../pty/screen/escapes/escapeState'],
    ['src/main/core.ts', '../config/contributions'],
    ['src/main/core.ts', '../views/dialogs/messages'],
    ['src/main/core.ts', '../commands/start/startAgent'],
    ['src/main/core.ts', './window'],
    ['src/main/window.ts', '../extension'],
    ['src/extensionApi.ts', './extension'],
    ['src/publishedApi.ts', './extensionApi'],
    ['src/main/window.ts', '../extensionApi'],
    ['src/api/planted.ts', '../publishedApi'],
    ['src/review/planted.ts', '../operations/operation'],
    ['src/operations/planted.ts', '../api/apiServer'],
    // These would run programs, or start sessions, without the guard of workspace trust.
    ['src/agents/planted.ts', '../pty/process/runCommand'],
    ['src/worktrees/planted.ts', '../pty/process/runCommand'],
    ['src/main/core.ts', '../pty/process/runTool'],
    ['src/api/planted.ts', '../pty/native/nodePtySpawner'],
    ['src/main/core.ts', '../pty/createSessionManager'],
    ['src/agents/planted.ts', '../pty/session/sessionManager'],
    ['src/base/planted.ts', '../../test/support/waitFor'],
    ['src/base/planted.ts', '../../scripts/lib/paths.mjs'],
    ['src/base/planted.ts', '../../package.json'],
    ['src/extension.ts', '../scripts/lib/paths.mjs'],
    ['src/base/planted.ts', '../pty/spawnMode.js'],
    ['src/base/planted.ts', resolve('src/base/clock')],
    ['src/base/planted.ts', 'C:\\\\src\\\\base\\\\clock'],
    ['src/base/planted.ts', 'file:///src/base/clock.ts'],
  ];

  it('apply to each room', () => {
    const tested = new Set(rooms.map(([file]) => file.split('/')[1]));
    assert.deepEqual(
      Object.keys(ROOMS).filter((room) => !tested.has(room)),
      [],
    );
  });

  /** For each room, an import of a private file of each room that it may import. */
  const privates = Object.entries(ROOMS).flatMap(([room, { sees }]) =>
    sees.flatMap((other) => {
      const file = findPrivate(other);
      return file === undefined ? [] : [[`src/${room}/planted.ts`, `../${file}`] as const];
    }),
  );

  for (const [file, module] of [...rooms, ...privates]) {
    it(`keep ${module} out of ${file}`, async () => {
      assert.notDeepEqual(await findViolations(file, importing(module)), []);
    });
  }

  for (const [module, why] of [
    ['../pty/spawnMode', /may not import src\/pty/],
    ['vscode', /use VS Code/],
  ] as const) {
    for (const code of waysTo(module)) {
      it(`report ${code} in src/base`, async () => {
        const [violation, ...more] = await findViolations('src/base/planted.ts', code);
        assert.match(violation ?? '', why);
        assert.deepEqual(more, []);
      });
    }
  }

  for (const code of refusedWaysTo('./timer')) {
    it(`report ${code} wherever it is`, async () => {
      assert.equal((await findViolations('src/base/clock.ts', code)).length, 1);
    });
  }

  it('report the same regardless of the directory in which ESLint was started', async () => {
    const code = importing('../pty/spawnMode');
    const below = await findViolations('src/base/planted.ts', code, createEslint(resolve('src')));
    assert.deepEqual(below, await findViolations('src/base/planted.ts', code));
    assert.equal(below.length, 1);
  });

  it('let a file of the top import only public files', async () => {
    assert.equal(
      (await findViolations('src/extension.ts', importing('./views/attention/formatAge'))).length,
      1,
    );
  });

  const planted: readonly (readonly [string, string])[] = [
    ...WITHOUT_VSCODE.map((room) => [`src/${room}/planted.ts`, importing('vscode')] as const),
    ['src/client/planted.ts', importing('vscode')],
    ['src/cli/planted.ts', importing('vscode')],
    ['src/main/core.ts', importing('vscode')],
    ['src/extensionApi.ts', importing('vscode')],
    ['src/waitingApi.ts', importing('vscode')],
    ['src/main/core.ts', importing('node-pty')],
    ['src/pty/planted.ts', importing('node-pty')],
    ['src/extension.ts', importing('node-pty')],
    ['src/pty/planted.ts', importing('@xterm/headless')],
    ['src/pty/screen/planted.ts', importing('node:worker_threads')],
    ['src/agents/planted.ts', importing('node:http')],
    ['src/agents/planted.ts', importing('https')],
    ['src/agents/planted.ts', importing('http')],
    ['src/agents/planted.ts', importing('ws')],
    ['src/mcp/planted.ts', importing('ws')],
    ['src/cli/planted.ts', importing('node:http')],
    ['src/api/planted.ts', importing('@modelcontextprotocol/sdk/server/index.js')],
    ['src/client/planted.ts', importing('@modelcontextprotocol/sdk/client/index.js')],
    ['src/host/planted.ts', importing('node:child_process')],
    ['src/pty/planted.ts', importing('node:child_process')],
    ['src/pty/process/processTable.ts', importing('node:child_process')],
    ['src/views/planted.ts', importing('child_process')],
    ['src/views/planted.ts', "vscode.commands.registerCommand('x', () => {});"],
    ['src/extension.ts', "vscode.commands.registerCommand('x', () => {});"],
    ['src/views/planted.ts', "void vscode.commands.executeCommand('setContext', 'x', true);"],
    ['src/views/planted.ts', "void vscode.window.showInformationMessage('x');"],
    ['src/commands/planted.ts', 'void vscode.window.withProgress(options, work);'],
    ['src/base/planted.ts', "import { z } from 'zod';"],
    ['src/views/dialogs/vscodeMessages.ts', "import { z } from 'zod';"],
    ['src/commands/entryPoints.ts', "import { z as zod } from 'zod';"],
    ['src/api/createPlanted.ts', "import { z } from 'zod';"],
    ['src/base/planted.ts', 'new Part({ ...bag });'],
    ['src/pty/session/planted.ts', 'new Part(one, { two, ...bag });'],
    ['src/views/dialogs/vscodeMessages.ts', 'new Part({ ...{ one } });'],
    ['src/commands/entryPoints.ts', 'new Part({ ...bag });'],
    ['src/main/core.ts', 'new Part({ ...bag });'],
    ['src/main/core.ts', 'create({ ...bag });'],
    ['src/entry.ts', 'create({ one, ...bag });'],
    ['src/extension.ts', 'create({ one, ...bag });'],
    ['src/extension.ts', 'new Part({ ...bag });'],
    ['src/api/createPlanted.ts', 'create({ one, ...bag });'],
    ['src/views/tree/createPlanted.ts', 'create({ ...{ one } });'],
    ['src/commands/createCommands.ts', 'const all = { ...bag };'],
    ['src/entry.ts', LATE_PART],
    ['src/extension.ts', LATE_PART],
    ['src/main/headless.ts', LATE_PART],
    ['src/api/createPlanted.ts', LATE_PART],
  ];
  for (const [file, code] of planted) {
    it(`report ${code.split('\n')[0]} in ${file}`, async () => {
      assert.equal((await findViolations(file, code)).length, 1);
    });
  }

  const allowed: readonly (readonly [string, string])[] = [
    ['src/pty/planted.ts', importing('../base/clock')],
    ['src/pty/session/planted.ts', importing('../screen/screenHolder')],
    ['src/agents/planted.ts', importing('../tasks/taskStore')],
    ['src/config/settingsReader.ts', importing('vscode')],
    ['src/views/planted.ts', importing('vscode')],
    ['src/main/window.ts', importing('vscode')],
    ['src/entry.ts', importing('vscode')],
    ['src/main/window.ts', importing('../views/dialogs/messages')],
    ['src/extension.ts', importing('./main/core')],
    ['src/extension.ts', importing('./extensionApi')],
    ['src/extensionApi.ts', importing('./publishedApi')],
    ['src/entry.ts', "void import('./main/core');"],
    ['src/base/planted.ts', importing('vscode-like')],
    ['src/base/planted.ts', importing('zod')],
    ['src/main/core.ts', importing('../agents/createAgents')],
    ['src/commands/planted.ts', importing('../views/tree/treeModel')],
    ['src/views/planted.ts', importing('../pty/sessionService')],
    ['src/pty/native/nodePtyModule.ts', importing('node-pty')],
    ['src/pty/screen/xterm/planted.ts', importing('@xterm/headless')],
    ['src/pty/process/runCommand.ts', importing('node:child_process')],
    ['src/host/planted.ts', importing('./client/hostClient')],
    ['src/host/planted.ts', importing('../pty/session/sessionManager')],
    ['src/host/discovery/startHost.ts', importing('node:child_process')],
    ['src/main/core.ts', importing('../host/client/createSessions')],
    ['src/api/planted.ts', importing('ws')],
    ['src/mcp/planted.ts', importing('@modelcontextprotocol/sdk/server/index.js')],
    ['src/mcp/planted.ts', importing('../operations/apiError')],
    ['src/client/planted.ts', importing('ws')],
    ['src/client/planted.ts', importing('node:http')],
    ['src/client/planted.ts', importing('../base/clock')],
    ['src/cli/verbs/planted.ts', importing('../../client/connect/connect')],
    ['src/commands/entryPoints.ts', "vscode.commands.registerCommand('x', () => {});"],
    ['src/views/dialogs/vscodeMessages.ts', "void vscode.window.showInformationMessage('x');"],
    ['src/api/createPlanted.ts', 'const { one, ...others } = all; create([...others], ...list);'],
    ['src/commands/tasks/createTask.ts', 'create({ ...bag });'],
    ['src/main/core.ts', 'create(); function create() {}'],
    ['src/base/planted.ts', 'new Part([...list], ...list, () => ({ ...value }));'],
  ];
  for (const [file, code] of allowed) {
    it(`let ${code} pass in ${file}`, async () => {
      assert.deepEqual(await findViolations(file, code), []);
    });
  }
});

describe('the table of rooms', () => {
  it('names files that exist', () => {
    const missing = Object.keys(ROOMS).flatMap((room) =>
      publicFiles(room).filter((file) => !existsSync(join('src', `${file}.ts`))),
    );
    assert.deepEqual(missing, []);
  });

  it('names each folder of src', () => {
    const folders = readdirSync('src', { withFileTypes: true })
      .filter((one) => one.isDirectory())
      .map(({ name }) => name);
    assert.deepEqual(folders.sort(), Object.keys(ROOMS).sort());
  });
});

function importing(module: string): string {
  return `import * as planted from '${module}';`;
}

/** The ways to name a module that the table of rooms is applied to. */
function waysTo(module: string): readonly string[] {
  return [
    importing(module),
    `import '${module}';`,
    `import type { Planted } from '${module}';`,
    `export { planted } from '${module}';`,
    `export type { Planted } from '${module}';`,
    `export * from '${module}';`,
    `void import('${module}');`,
  ];
}

/** The ways that no file may use; of files that may load modules late, each but the first. */
function refusedWaysTo(module: string): readonly string[] {
  return [
    `void import('${module}');`,
    `void import(\`${module}\`);`,
    `import planted = require('${module}');`,
    `export let planted: import('${module}').Planted;`,
    `export let planted: typeof import('${module}');`,
    `void require('${module}');`,
    `void require(\`${module}\`);`,
  ];
}

function publicFiles(room: string): readonly string[] {
  return Object.entries(ROOMS[room]?.public ?? {}).flatMap(([folder, names]) =>
    names === '*'
      ? []
      : names.split(' ').map((name) => [room, folder, name].filter(Boolean).join('/')),
  );
}

/** A file of a room that no other room may import, without its ending. */
function findPrivate(room: string): string | undefined {
  const isOpen = Object.values(ROOMS[room]?.public ?? {}).includes('*');
  const open = publicFiles(room).map((file) => resolve('src', `${file}.ts`));
  const file = isOpen ? undefined : listSources(room).find((path) => !open.includes(path));
  return file?.slice(resolve('src').length + 1).replace(/\.ts$/, '');
}
