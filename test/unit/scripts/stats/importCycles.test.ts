import assert from 'node:assert/strict';
import { findImportCycles } from '../../../../scripts/lib/stats/importCycles.mjs';
import { parseSources } from '../../../../scripts/lib/stats/sources.mjs';

function find(texts: Readonly<Record<string, string>>) {
  const sources = Object.entries(texts).map(([path, text]) => ({ path: `src/${path}.ts`, text }));
  return findImportCycles(parseSources(sources));
}

const NONE = { loaded: [], typesOnly: [] };
const BY_TYPE = { files: ['src/a.ts', 'src/b.ts'], shortest: ['src/b.ts', 'src/a.ts', 'src/b.ts'] };
const BOTH = { files: ['src/a.ts', 'src/b.ts'], shortest: ['src/a.ts', 'src/b.ts', 'src/a.ts'] };

describe('findImportCycles', () => {
  it('finds none in a tree', () => {
    const texts = {
      a: "import './b';\nimport './c';",
      b: "import './c';\nimport 'a';\nimport './missing';",
      c: '',
    };
    assert.deepEqual(find(texts), NONE);
  });

  for (const [text, expected] of [
    ["import './a';", { loaded: [BOTH], typesOnly: [] }],
    ["import { x } from './a';", { loaded: [BOTH], typesOnly: [] }],
    ["import { type X } from './a';", { loaded: [BOTH], typesOnly: [] }],
    ["export * from './a';", { loaded: [BOTH], typesOnly: [] }],
    ["const load = () => import('./a');", { loaded: [BOTH], typesOnly: [] }],
    ['const load = () => import(`./a`);', { loaded: [BOTH], typesOnly: [] }],
    ["import a = require('./a');", { loaded: [BOTH], typesOnly: [] }],
    ["const a = require('./a');", { loaded: [BOTH], typesOnly: [] }],
    ["import type { X } from './a';", { loaded: [], typesOnly: [BY_TYPE] }],
    ["export type { X } from './a';", { loaded: [], typesOnly: [BY_TYPE] }],
    ["let x: import('./a').X;", { loaded: [], typesOnly: [BY_TYPE] }],
    ["const name = './a';", NONE],
  ] as const) {
    it(`classifies the cycle, if any, that ${text} closes`, () => {
      assert.deepEqual(find({ a: "import './b';", b: text }), expected);
    });
  }

  it('resolves paths between folders, and the index file of a folder', () => {
    const texts = { 'x/index': "import '../y/z/b';", 'y/z/b': "import '../../x';" };
    assert.deepEqual(find(texts).loaded, [
      {
        files: ['src/x/index.ts', 'src/y/z/b.ts'],
        shortest: ['src/x/index.ts', 'src/y/z/b.ts', 'src/x/index.ts'],
      },
    ]);
  });

  it('lists files that reach each other once, with their shortest cycle', () => {
    const texts = {
      a: "import './b';",
      b: "import './c';",
      c: "import './d'; import './b';",
      d: "import './a';",
      e: "import './a'; import './e';",
    };
    const [abcd, e] = find(texts).loaded;
    assert.deepEqual(
      [abcd, e],
      [
        {
          files: ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts'],
          shortest: ['src/b.ts', 'src/c.ts', 'src/b.ts'],
        },
        { files: ['src/e.ts'], shortest: ['src/e.ts', 'src/e.ts'] },
      ],
    );
  });

  it('lists a cycle that type imports enlarge separately', () => {
    const texts = {
      a: "import './b';",
      b: "import './a'; import './c';",
      c: "import type { A } from './a';",
    };
    assert.deepEqual(find(texts), {
      loaded: [BOTH],
      typesOnly: [
        {
          files: ['src/a.ts', 'src/b.ts', 'src/c.ts'],
          shortest: ['src/c.ts', 'src/a.ts', 'src/b.ts', 'src/c.ts'],
        },
      ],
    });
  });
});
