import assert from 'node:assert/strict';
import { parseSources } from '../../../../scripts/lib/stats/sources.mjs';
import { measureWiring } from '../../../../scripts/lib/stats/wiring.mjs';

const TWO_SPREADS = 'f({ ...a, b, ...{ c } });\n';

describe('measureWiring', () => {
  const measure = (...paths: readonly string[]) =>
    measureWiring(parseSources(paths.map((path) => ({ path, text: TWO_SPREADS }))));

  for (const path of ['src/core.ts', 'src/coreApi.ts', 'src/window.ts', 'src/main/ui/views.ts']) {
    it(`takes ${path} for wiring`, () => {
      assert.deepEqual(measure(path), { files: 1, lines: 1, spreads: 2 });
    });
  }

  for (const path of ['src/extension.ts', 'src/pty/core.ts', 'src/windows.ts', 'src/domain/a.ts']) {
    it(`does not take ${path} for wiring`, () => {
      assert.deepEqual(measure(path), { files: 0, lines: 0, spreads: 0 });
    });
  }

  it('adds up files, and counts spreads into objects only', () => {
    const text = 'const list = [...items];\ncall(...list);\nconst { a, ...rest } = { ...list };\n';
    const sources = [
      { path: 'src/core.ts', text },
      { path: 'src/main/window.ts', text: TWO_SPREADS },
    ];
    assert.deepEqual(measureWiring(parseSources(sources)), { files: 2, lines: 4, spreads: 3 });
  });
});
