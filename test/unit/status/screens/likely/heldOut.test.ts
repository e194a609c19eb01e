import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLikely } from '../../../../../src/status/screens/likely/readLikely';
import { parseScreenCase } from '../../../../../src/status/screens/screenCase';

const DIRECTORY = join(__dirname, '../../../../fixtures/heldOut');

/** Found since the reader was adjusted by them; 79 and 34 were when the set was recorded. It must not find fewer. */
const FOUND = { a: 88, b: 51 } as const;

/** A line of `classes.txt`: the file, whether it is a dialog, and `a` if an agent asks or `b` if a person opened it. */
const CLASS = /^(\S+) \| (yes|no) \| ([ab]) \|/;

describe('the reader of likely questions, on dialogs that were recorded without a look at it', () => {
  const lines = readFileSync(join(DIRECTORY, 'classes.txt'), 'utf8').trim().split('\n');
  const screens = lines.map((line) => {
    const [, file = '', counts, kind] = CLASS.exec(line) ?? [];
    const { screen } = parseScreenCase(readFileSync(join(DIRECTORY, file), 'utf8'));
    return { isDialog: counts === 'yes', kind, isFound: readLikely(screen) !== undefined };
  });
  const countFound = (kind: string): number =>
    screens.filter((one) => one.isDialog && one.kind === kind && one.isFound).length;

  it('finds as many of those that an agent asks, and that a person opened, as it did', () => {
    const found = { a: countFound('a'), b: countFound('b') };
    assert.ok(found.a >= FOUND.a && found.b >= FOUND.b, JSON.stringify(found));
  });

  it('finds none in pages that wait for nothing', () => {
    const wrong = screens.filter(({ isDialog, isFound }) => !isDialog && isFound);
    assert.equal(wrong.length, 0);
  });
});
