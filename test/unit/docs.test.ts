import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { API_STATUS } from '../../src/operations/apiError';
import { COMMANDS, SETTING_KEYS } from '../../src/config/contributions';
import { BUILT_IN_PROVIDERS } from '../../src/providers/catalog/builtInProviders';
import type { ProviderDefinition } from '../../src/providers/model/providerDefinition';
import { readAnchors, readRelativeLinks } from '../support/markdownLinks';

const DOCS = listPages('docs');
/** The pages for developers, which the package does not contain. */
const INTERNALS = listPages(join('docs', 'internals'));
const FOR_DEVELOPERS = ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...INTERNALS];
const PAGES = ['README.md', 'SECURITY.md', ...FOR_DEVELOPERS, ...DOCS];
/** Words separated by white space, as `wc -w` counts them. */
const README_WORDS = 1700;
/** Words outside of tables. */
const PAGE_WORDS = 1500;
const ARCHITECTURE_WORDS = 2900;

const read = (path: string): string => readFileSync(path, 'utf8');
const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

describe('the pages', () => {
  for (const page of PAGES) {
    it(`${page} links to files and headings that exist`, () => {
      const broken = readRelativeLinks(read(page)).filter(({ path, anchor }) => {
        const target = path === '' ? page : normalize(join(dirname(page), path));
        return !existsSync(target) || (anchor !== undefined && !isAnchor(target, anchor));
      });
      assert.deepEqual(broken, []);
    });
  }

  it('have links in README.md', () => {
    const linked = readRelativeLinks(read('README.md')).map(({ path }) => normalize(path));
    assert.deepEqual(
      DOCS.filter((page) => !linked.includes(page)),
      [],
    );
  });

  it('for developers have links in ARCHITECTURE.md', () => {
    const linked = readRelativeLinks(read('ARCHITECTURE.md')).map(({ path }) => normalize(path));
    assert.ok(INTERNALS.length > 1);
    assert.deepEqual(
      INTERNALS.filter((page) => !linked.includes(page)),
      [],
    );
  });

  for (const page of PAGES) {
    it(`${page} names files and folders that exist`, () => {
      assert.deepEqual(
        readSourcePaths(read(page)).filter((path) => !isThere(path)),
        [],
      );
    });
  }

  it('include ARCHITECTURE.md, which names more than 100 files and folders', () => {
    assert.ok(readSourcePaths(read('ARCHITECTURE.md')).length > 100);
  });

  it('are short', () => {
    assert.ok(countWords(read('README.md')) <= README_WORDS);
    assert.ok(countWords(read('ARCHITECTURE.md')) <= ARCHITECTURE_WORDS);
    const long = [...DOCS, ...INTERNALS].filter((page) => {
      const prose = read(page).replace(/^\|.*$/gm, '');
      return countWords(prose) > PAGE_WORDS;
    });
    assert.deepEqual(long, []);
  });
});

describe('docs', () => {
  const cases: readonly (readonly [page: string, what: string, names: readonly string[]])[] = [
    ['settings', 'setting', SETTING_KEYS],
    ['commands', 'command of the palette', Object.keys(COMMANDS).filter(isForPeople)],
    ['providers', 'built-in agent', BUILT_IN_PROVIDERS.map(({ id }) => id)],
    ['api', 'error code', Object.keys(API_STATUS)],
  ];
  for (const [page, what, names] of cases) {
    it(`${page}.md has a row for each ${what}`, () => {
      const rows = read(`docs/${page}.md`).split('\n');
      const missing = names.filter(
        (name) => !rows.some((row) => row.startsWith('|') && row.includes(`\`${name}\``)),
      );
      assert.deepEqual(missing, []);
    });
  }
});

describe('test/README.md', () => {
  it('has a row for each level, and for each folder of support and fixtures', () => {
    const rows = read('test/README.md').matchAll(/^\| `([^`]+)` +\|/gm);
    const support = listFolders('test/support').map((name) => `support/${name}`);
    const folders = [...listFolders('test'), ...support, ...listFolders('test/fixtures')];
    assert.deepEqual(
      [...rows].map(([, name = '']) => name).sort(),
      folders.filter((name) => name !== 'fixtures').sort(),
    );
  });
});

describe('providers.md', () => {
  it('states how each built-in agent resumes and what else it supports, and whether that was tried', () => {
    const rows = read('docs/providers.md')
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter((cells) => cells.length === 10);
    const stated = BUILT_IN_PROVIDERS.map(({ id }) => {
      const [row = [], ...more] = rows.filter(([, cell]) => cell === `\`${id}\``);
      assert.deepEqual(more, []);
      return [id, ...row.slice(4, 9)];
    });
    assert.deepEqual(
      stated,
      BUILT_IN_PROVIDERS.map((provider) => [
        provider.id,
        versionOf(provider),
        resumptionOf(provider),
        yesIf(provider.fork.kind !== 'none'),
        yesIf(provider.status.screen.rules.length > 0),
        yesIf(provider.hooks.kind !== 'none'),
      ]),
    );
  });

  it('states the permission modes of each built-in agent that are no auto-approval', () => {
    const stated = read('docs/providers.md').split('## Permission modes')[1]?.split('\n## ')[0];
    const rows = (stated ?? '').split('\n').filter((line) => line.startsWith('| `'));
    const code = (text: string) => `\`${text}\``;
    assert.deepEqual(
      rows
        .map((line) =>
          line
            .split('|')
            .map((cell) => cell.trim())
            .slice(1, 4),
        )
        .toSorted(),
      BUILT_IN_PROVIDERS.flatMap(({ id, permissionModes: modes }) =>
        modes.kind === 'flag'
          ? [[code(id), code(modes.flags[0]), modes.asking.map(code).join(', ')]]
          : [],
      ).toSorted(),
    );
  });
});

function yesIf(condition: boolean): string {
  return condition ? 'yes' : '';
}

function versionOf({ verification }: ProviderDefinition): string {
  switch (verification.kind) {
    case 'run':
      return verification.version;
    case 'help':
      return `${verification.version} (help)`;
    case 'unverified':
      return '';
  }
}

function resumptionOf({ conversations, hooks, transcripts }: ProviderDefinition): string {
  if (conversations.kind === 'chooseId') {
    return 'chosen id';
  }
  if (conversations.kind === 'byId' && hooks.kind !== 'none') {
    return 'reported id';
  }
  const isListed = transcripts.kind !== 'none' && transcripts.records.cwd !== undefined;
  const hasLatest = isListed || ('last' in conversations && conversations.last !== undefined);
  return hasLatest ? 'latest' : 'new';
}

describe('a path on a page', () => {
  it('is found in backticks', () => {
    const page =
      'See `src/a.ts`, `npx mocha test/unit/b.test.ts` and `src/c/<id>/*.ts`; not src/d.ts.';
    assert.deepEqual(readSourcePaths(page), ['src/a.ts', 'test/unit/b.test.ts', 'src/c/<id>/*.ts']);
  });

  it('exists literally, or with any name for a placeholder', () => {
    assert.ok(isThere('src/extension.ts'));
    assert.ok(isThere('src/providers/catalog/<id>/definition.ts'));
    assert.ok(isThere('test/unit/*.test.ts'));
    assert.ok(isThere('test/unit/'));
    assert.ok(!isThere('src/nothing.ts'));
    assert.ok(!isThere('src/providers/catalog/<id>/nothing.ts'));
  });
});

function listPages(folder: string): readonly string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile());
  return files.map(({ name }) => join(folder, name));
}

/** The names of the folders directly in a folder. */
function listFolders(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => isFolder(join(folder, name)));
}

/** The paths of this repository in a page's code: `src/...`, with globs and placeholders as `<id>`. */
function readSourcePaths(page: string): readonly string[] {
  const codes = [...page.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  return codes.flatMap(
    (code) => code.match(/(?<![\w./~-])(?:src|test|scripts|bench)\/[\w./<>*-]+/g) ?? [],
  );
}

function isThere(path: string): boolean {
  const [root = '', ...names] = path.split('/').filter(Boolean);
  let found: readonly string[] = [root];
  for (const name of names) {
    const pattern = new RegExp(
      `^${name
        .split(/<[^>]*>|\*+/)
        .map(escape)
        .join('.+')}$`,
    );
    found = found.filter(isFolder).flatMap((folder) =>
      readdirSync(folder)
        .filter((one) => pattern.test(one))
        .map((one) => join(folder, one)),
    );
  }
  return found.length > 0;
}

function escape(text: string): string {
  return text.replace(/[.+]/g, '\\$&');
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

function isAnchor(page: string, anchor: string): boolean {
  return page.endsWith('.md') && readAnchors(read(page)).includes(anchor);
}

/** Whether docs/commands.md names the command by its id: commands of a tree row stand by title. */
function isForPeople(name: string): boolean {
  return !/^(open(Selected|Waiting|SessionIn\w+|SessionToSide)|(add|edit|save|cancel|delete)Comment)$/.test(
    name,
  );
}
