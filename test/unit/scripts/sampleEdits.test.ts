import assert from 'node:assert/strict';
import {
  addFunction,
  answerComments,
  readComments,
} from '../../../scripts/lib/demonstration/sampleEdits.mjs';

const LOOP = "  return list.map(greet).join(' ');";
const review = (line: number, quoted: string, text: string): string =>
  `Please.\n\n1. greet.js, line ${line}\n> ${quoted}\n${text.replaceAll(/^/gm, '  ')}\n`;

describe('the edits of the demonstration', () => {
  it('add a function each time', () => {
    const once = addFunction('mine');
    assert.equal(once, `mine\n\nexport function greetAll(list) {\n${LOOP}\n}\n`);
    assert.equal(addFunction(once), `${once}\nexport function greetAll2(list) {\n${LOOP}\n}\n`);
  });

  it('answer comments on lines that have moved, are gone, or have been answered', () => {
    const moved = answerComments('a\n\n  b\n', readComments(review(1, '  b', 'Why?')));
    assert.equal(moved, 'a\n\n  // Review: Why?\n  b\n');
    assert.equal(answerComments('a\n', readComments(review(9, 'x', 'y'))), 'a\n// Review: y\n');
    const comments = readComments(review(4, LOOP, 'Empty?'));
    const twice = answerComments(answerComments(addFunction('mine'), comments), comments);
    assert.equal(twice.split('list.length').length, 2);
    assert.equal(twice.split('// Review: Empty?').length, 3);
  });

  it('read several comments of several lines, and none in another prompt', () => {
    const prompt = `${review(1, 'a', 'one\n2. lib/a.js, line 2')}\n2. lib/b.js, lines 3 to 4\n> c\n> d\n  three\n  > four`;
    assert.deepEqual(
      readComments(prompt).map(({ path, line, quoted, text }) => [path, line, quoted, text]),
      [
        ['greet.js', 1, 'a', 'one 2. lib/a.js, line 2'],
        ['lib/b.js', 3, 'c', 'three > four'],
      ],
    );
    assert.deepEqual(readComments('1. Do this.\n2. Do that.'), []);
  });
});
