import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

/** The largest number of files directly in a folder; a folder with more is split. */
const MOST_FILES = 25;

/** The largest number of lines of the composition, `src/main`. */
const MOST_WIRING_LINES = 500;

/** By folder of tests that mirrors none of `src`, with all below it: what is tested there. */
const OTHER_FOLDERS = {
  'test/unit/bench': 'the benchmark',
  'test/unit/scripts': 'scripts',
  'test/process/bench': 'the benchmark',
  'test/process/main/untrusted': 'the entry points of all rooms in an untrusted workspace',
  'test/process/pty/promises': 'what a program, a viewer and a reader of a session may rely on',
  'test/process/scripts': 'scripts',
  'test/process/security': 'attacks that concern no single room',
};

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

describe('the folders of unit and process tests', () => {
  const unit = join('test', 'unit');
  const slow = join('test', 'process');
  const folders = [unit, slow].flatMap(listFolders);
  const tests = (level: string) => listFiles(level).filter((file) => file.endsWith('.test.ts'));
  const sources = listFiles('src').map((path) => ({ path, name: nameOf(path) }));
  const namesakesOf = (path: string): readonly string[] => {
    const own = nameOf(path);
    return sources.filter(({ name }) => name === own).map((source) => source.path);
  };

  it('are those of src, except for the ones that test several rooms or none', () => {
    const others = Object.keys(OTHER_FOLDERS).map((folder) => join(folder));
    const isOther = (folder: string): boolean =>
      others.some((other) => join(folder, sep).startsWith(join(other, sep)));
    const unknown = folders.filter((folder) => !isOther(folder) && !existsSync(mirrorOf(folder)));
    const needless = others.filter(
      (folder) => !folders.includes(folder) || existsSync(mirrorOf(folder)),
    );
    assert.deepEqual({ unknown, needless }, { unknown: [], needless: [] });
  });

  it('contain a test named like a file of its room where that file is', () => {
    const misplaced = [unit, slow].flatMap(tests).filter((test) => {
      const mirror = mirrorOf(test);
      const namesakes = namesakesOf(mirror).filter((source) => roomOf(source) === roomOf(mirror));
      return namesakes.length > 0 && !namesakes.includes(mirror);
    });
    assert.deepEqual(misplaced, []);
  });

  // A process test that imports such a file may test several.
  it('contain a unit test that imports the file of its name where that file is', () => {
    const misplaced = tests(unit).filter((test) => {
      const mirror = mirrorOf(test);
      const text = readFileSync(test, 'utf8');
      const imported = namesakesOf(mirror).filter((source) =>
        text.includes(` from '${moduleOf(source, test)}'`),
      );
      return imported.length > 0 && !imported.includes(mirror);
    });
    assert.deepEqual(misplaced, []);
  });
});

/** The path in `src` of what is tested at a path of a level. */
function mirrorOf(path: string): string {
  return join('src', ...path.split(sep).slice(2)).replace(/\.test\.ts$/, '.ts');
}

/** The same for names that a disk may not distinguish. */
function nameOf(path: string): string {
  return basename(path).toLowerCase();
}

/** The folder of `src` that a path lies in; the name of a file of `src` itself. */
function roomOf(path: string): string {
  return path.split(sep)[1] ?? '';
}

/** As `importer` names it. */
function moduleOf(source: string, importer: string): string {
  return relative(dirname(importer), source).replaceAll(sep, '/').replace(/\.ts$/, '');
}

/** All files below a folder. */
function listFiles(top: string): readonly string[] {
  const below = readdirSync(top, { recursive: true, withFileTypes: true });
  return below.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
}

/** A folder and all below it. */
function listFolders(top: string): readonly string[] {
  const below = readdirSync(top, { recursive: true, withFileTypes: true });
  return [
    top,
    ...below.filter((one) => one.isDirectory()).map((one) => join(one.parentPath, one.name)),
  ];
}
