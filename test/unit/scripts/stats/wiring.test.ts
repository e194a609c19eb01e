import assert from 'node:assert/strict';
import { parseSources } from '../../../../scripts/lib/stats/sources.mjs';
import { measureWiring } from '../../../../scripts/lib/stats/wiring.mjs';

const TWO_SPREADS = 'f({ ...a, b, ...{ c } });\n';

describe('measureWiring', () => {
  const measure = (...paths: readonly string[]) =>
    measureWiring(parseSources(paths.map((path) => ({ path, text: TWO_SPREADS }))));

  const none = { files: 0, lines: 0, spreads: 0 };
  const one = { files: 1, lines: 1, spreads: 2 };

  for (const path of ['src/core.ts', 'src/coreApi.ts', 'src/window.ts', 'src/main/ui/views.ts']) {
    it(`counts ${path} as the composition`, () => {
      assert.deepEqual(measure(path), { main: one, rooms: none });
    });
  }

  for (const path of [
    'src/api/createApi.ts',
    'src/agents/start/createPlanners.ts',
    'src/commands/createCommands.ts',
    'src/commands/tasks/addTaskCommands.ts',
  ]) {
    it(`counts ${path} as the composition of a room`, () => {
      assert.deepEqual(measure(path), { main: none, rooms: one });
    });
  }

  for (const path of [
    'src/extension.ts',
    'src/pty/core.ts',
    'src/windows.ts',
    'src/domain/a.ts',
    'src/commands/tasks/createTask.ts',
    'src/commands/entryPoints.ts',
    'src/worktrees/create/createWorktree.ts',
  ]) {
    it(`does not count ${path}`, () => {
      assert.deepEqual(measure(path), { main: none, rooms: none });
    });
  }

  it('adds up the files, and counts only spreads into objects', () => {
    const text = 'const list = [...items];\ncall(...list);\nconst { a, ...rest } = { ...list };\n';
    const sources = [
      { path: 'src/core.ts', text },
      { path: 'src/main/window.ts', text: TWO_SPREADS },
    ];
    const main = { files: 2, lines: 4, spreads: 3 };
    assert.deepEqual(measureWiring(parseSources(sources)), { main, rooms: none });
  });
});
