import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The largest number of files directly in a folder; a folder with more is split. */
const MOST_FILES = 25;

/** The largest number of lines of the composition, `src/main`. */
const MOST_WIRING_LINES = 500;

describe('the composition', () => {
  it(`has less than ${MOST_WIRING_LINES} lines`, () => {
    const files = readdirSync('src/main').map((name) =>
      readFileSync(join('src/main', name), 'utf8'),
    );
    const lines = files.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
    assert.ok(lines > 0 && lines < MOST_WIRING_LINES, `${lines} lines`);
  });
});

describe('the folders of src, test, scripts and bench', () => {
  it(`contain at most ${MOST_FILES} files each`, () => {
    const full = ['src', 'test', 'scripts', 'bench'].flatMap(listFolders).filter((folder) => {
      const files = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile());
      return files.length > MOST_FILES && !folder.includes('fixtures');
    });
    assert.deepEqual(full, []);
  });
});

/** A folder and all below it. */
function listFolders(top: string): readonly string[] {
  const below = readdirSync(top, { recursive: true, withFileTypes: true });
  return [
    top,
    ...below.filter((one) => one.isDirectory()).map((one) => join(one.parentPath, one.name)),
  ];
}
