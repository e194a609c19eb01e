import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { API_STATUS } from '../../src/api/http/apiError';
import { COMMANDS, SETTING_KEYS } from '../../src/config/contributions';
import { BUILT_IN_PROVIDERS } from '../../src/providers/catalog/builtInProviders';
import { readAnchors, readRelativeLinks } from '../support/markdownLinks';

const DOCS = readdirSync('docs').map((name) => join('docs', name));
const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...DOCS];
/** Words that are told apart by blanks, as `wc -w` counts them. */
const README_WORDS = 1700;
/** The same, without tables. */
const PAGE_WORDS = 1500;

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

  it('are found from README.md', () => {
    const linked = readRelativeLinks(read('README.md')).map(({ path }) => normalize(path));
    assert.deepEqual(
      DOCS.filter((page) => !linked.includes(page)),
      [],
    );
  });

  it('are short', () => {
    assert.ok(countWords(read('README.md')) <= README_WORDS);
    const long = DOCS.filter((page) => {
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

function isAnchor(page: string, anchor: string): boolean {
  return page.endsWith('.md') && readAnchors(read(page)).includes(anchor);
}

/** Whether it is no command of a row alone, whose page has it by its title. */
function isForPeople(name: string): boolean {
  return !/^open(Selected|Waiting|SessionIn\w+|SessionToSide)$/.test(name);
}
