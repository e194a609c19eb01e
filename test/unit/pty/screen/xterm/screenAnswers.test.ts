import assert from 'node:assert/strict';
import type { Screen } from '../../../../../src/pty/screen/screen';
import { createScreen } from '../../../../support/pty/screens';
import { waitFor } from '../../../../support/waitFor';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('Screen that answers queries', () => {
  let screen: Screen;

  beforeEach(() => {
    screen = createScreen({ cols: 20, rows: 5 });
  });

  afterEach(() => screen.dispose());

  const ASKED = [
    ['device attributes', '\x1b[c', '\x1b[?1;2c'],
    ['secondary attributes', '\x1b[>c', '\x1b[>0;276;0c'],
    ['status', '\x1b[5n', '\x1b[0n'],
    ['cursor position', 'ab\x1b[6n', '\x1b[1;3R'],
    ['a mode', '\x1b[?2026$p', '\x1b[?2026;2$y'],
    ['the name of the terminal', '\x1b[>q', '\x1bP>|xterm.js\x1b\\'],
    ['keyboard flags', '\x1b[?u', '\x1b[?0u'],
    ['foreground', '\x1b]10;?\x07', '\x1b]10;rgb:cccc/cccc/cccc\x1b\\'],
    ['background', '\x1b]11;?\x1b\\', '\x1b]11;rgb:1f1f/1f1f/1f1f\x1b\\'],
    [
      'two colours at once',
      '\x1b]10;?;?\x07',
      '\x1b]10;rgb:cccc/cccc/cccc\x1b\\\x1b]11;rgb:1f1f/1f1f/1f1f\x1b\\',
    ],
    ['the size of the screen', '\x1b[18t', '\x1b[8;5;20t'],
    ['the size of a cell', '\x1b[16t', '\x1b[6;16;8t'],
    ['the scroll region', '\x1bP$qr\x1b\\', '\x1bP1$r1;5r\x1b\\'],
  ] as const;
  for (const [name, question, answer] of ASKED) {
    it(`answers a query for ${name}`, async () => {
      const given = collectAnswers();
      screen.answersQueries = true;
      screen.write(bytes(question));
      await waitFor(() => given.length > 0, { limitMs: 30_000, what: 'an answer' });
      assert.equal(given.join(''), answer);
    });
  }

  it('answers a query that arrives in pieces', async () => {
    const given = collectAnswers();
    screen.answersQueries = true;
    for (const piece of ['\x1b', '[', '6', 'n']) {
      screen.write(bytes(piece));
    }
    await waitFor(() => given.length > 0, { limitMs: 30_000, what: 'an answer' });
    assert.deepEqual(given, ['\x1b[1;1R']);
  });

  it('does not answer earlier queries, which a viewer has answered', async () => {
    const given = collectAnswers();
    screen.write(bytes('\x1b[c\x1b]11;?\x07'));
    screen.answersQueries = true;
    await screen.snapshot();
    assert.deepEqual(given, []);
  });

  it('does not answer the query for Program Status support', async () => {
    const given = collectAnswers();
    screen.answersQueries = true;
    screen.write(bytes('\x1b]7501;?\x07'));
    await screen.text();
    assert.deepEqual(given, []);
  });

  function collectAnswers(): string[] {
    const given: string[] = [];
    screen.onAnswer((text) => given.push(text));
    return given;
  }
});
