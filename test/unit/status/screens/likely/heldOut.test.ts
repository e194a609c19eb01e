import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLikely } from '../../../../../src/status/screens/likely/readLikely';
import { parseScreenCase } from '../../../../../src/status/screens/screenCase';

const DIRECTORY = join(__dirname, '../../../../fixtures/heldOut');

/**
 * Found since the reader was adjusted by the sets; it must not find fewer. When they were recorded, it
 * found 79 and 34 of the fourth, and 61 and 16 of the fifth.
 */
const FOUND = { fourth: { a: 88, b: 51 }, fifth: { a: 65, b: 24 } } as const;

/** A line of `classes.txt`: the file, whether it is a dialog, and `a` if an agent asks or `b` if a person opened it. */
const CLASS = /^(\S+) \| (yes|no) \| ([ab]) \|/;

describe('the reader of likely questions, on dialogs that were recorded without a look at it', () => {
  for (const [set, least] of Object.entries(FOUND)) {
    const directory = join(DIRECTORY, set);
    const lines = readFileSync(join(directory, 'classes.txt'), 'utf8').trim().split('\n');
    const screens = lines.map((line) => {
      const [, file = '', counts, kind] = CLASS.exec(line) ?? [];
      const { screen } = parseScreenCase(readFileSync(join(directory, file), 'utf8'));
      return { file, isDialog: counts === 'yes', kind, isFound: readLikely(screen) !== undefined };
    });
    const countFound = (kind: string): number =>
      screens.filter((one) => one.isDialog && one.kind === kind && one.isFound).length;

    it(`finds as many of the ${set} set that an agent asks, and that a person opened, as it did`, () => {
      const found = { a: countFound('a'), b: countFound('b') };
      assert.ok(found.a >= least.a && found.b >= least.b, JSON.stringify(found));
    });

    it(`finds none in pages of the ${set} set that wait for nothing`, () => {
      const wrong = screens.filter(({ isDialog, isFound }) => !isDialog && isFound);
      assert.deepEqual(
        wrong.map(({ file }) => file),
        [],
      );
    });
  }
});
