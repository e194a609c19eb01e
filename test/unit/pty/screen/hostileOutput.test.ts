import assert from 'node:assert/strict';
import { isTerminalAnswer } from '../../../../src/pty/screen/escapes/terminalAnswers';
import { findQueries } from '../../../../src/pty/screen/escapes/terminalQueries';
import type { Screen } from '../../../../src/pty/screen/screen';
import { createScreen } from '../../../support/pty/screens';

const SIZE = { cols: 40, rows: 6 };

/** Queries whose answers in some terminals contain text that a program has chosen. */
const ECHOING: Readonly<Record<string, string>> = {
  'the title': '\x1b]2;EVIL\x07\x1b[21t\x1b[22t\x1b[20t',
  'the title of an icon': '\x1b]1;EVIL\x07\x1b]0;EVIL\x07\x1b[20t',
  'the answerback string': 'EVIL\x05',
  'an unknown setting': '\x1bP$qEVIL\x1b\\\x1bP$q"q\x1b\\',
  'a capability': '\x1bP+q4556494c\x1b\\\x1bP+qEVIL\x1b\\',
  'a font': '\x1b]50;EVIL\x07\x1b]50;?\x07',
  'a colour': '\x1b]10;EVIL\x07\x1b]10;?\x07\x1b]4;1;EVIL;1;?\x07\x1b]4;EVIL;?\x07',
  'a macro': '\x1bP1;0;0!z4556494c\x1b\\\x1b[1*z',
  'a link': '\x1b]8;id=EVIL;http://EVIL\x07x\x1b]8;;\x07\x1b]8;?\x07',
  'the directory': '\x1b]7;file://EVIL\x07\x1b]7;?\x07',
};

/** Sequences that would do harm if a drawing of the screen contained them. */
const PAYLOADS = [
  '\x1b]52;c;ZXZpbA==\x07',
  '\u009d52;c;ZXZpbA==\u009c',
  '\x1b]52;c;?\x07',
  '\u009bc',
  '\x1b[c\x1b[6n\x1b[21t',
  '\x1bP$qm\x1b\\',
  '\u0090$qm\u009c',
  '\x1b]7501;?\x07',
  '\x05',
  '\x1b[8;1;1t',
  '\x1b]633;E;rm -rf\x07',
  '\x1b]1337;File=:\x07',
];

/** Where a screen stores text of a program. */
const PLACES: Readonly<Record<string, (payload: string) => string>> = {
  'the text': (payload) => `a${payload}b`,
  'a title': (payload) => `\x1b]2;a${payload}b\x07`,
  'the address of a link': (payload) => `\x1b]8;;http://a/${payload}\x07x\x1b]8;;\x07`,
  'the id of a link': (payload) => `\x1b]8;id=${payload};http://a\x07x\x1b]8;;\x07`,
  progress: (payload) => `\x1b]9;4;1;${payload}\x07`,
  'a combined character': (payload) => `e\u0301${payload}\u0301`,
  'the line drawing set': (payload) => `\x1b(0q${payload}`,
  'a colour': (payload) => `\x1b]4;1;${payload}\x07`,
};

describe('a hostile program', () => {
  let screen: Screen;
  let answers: string;

  beforeEach(() => {
    screen = createScreen(SIZE);
    screen.answersQueries = true;
    answers = '';
    screen.onAnswer((text) => (answers += text));
  });

  afterEach(() => screen.dispose());

  const print = async (output: string): Promise<void> => {
    screen.write(Buffer.from(output));
    await screen.text();
  };

  for (const [name, output] of Object.entries(ECHOING)) {
    it(`cannot type by the answer to a query for ${name} [A26]`, async () => {
      await print(output);
      assert.ok(answers === '' || isTerminalAnswer(answers), JSON.stringify(answers));
      assert.doesNotMatch(answers, /EVIL|4556494c/i);
    });
  }

  it('cannot read or write the clipboard while no terminal is attached [A27]', async () => {
    await print('\x1b]52;c;ZXZpbA==\x07\x1b]52;c;?\x07\x1b]52;;?\x1b\\');
    assert.equal(answers, '');
  });

  it('cannot resize, move or close its terminal [A27]', async () => {
    for (const request of ['8;1;1', '8;9999;9999', '4;1;1', '9;1', '10;1', '2', '3;0;0']) {
      await print(`\x1b[${request}t`);
    }
    assert.deepEqual((await screen.snapshot()).dimensions, SIZE);
    assert.equal(answers, '');
  });

  for (const [place, put] of Object.entries(PLACES)) {
    it(`puts no sequence of its choice into a drawing of the screen, by ${place} [A30]`, async () => {
      for (const payload of PAYLOADS) {
        await print(`\x1bc${put(payload)}`);
        const { history, screen: drawn } = await screen.snapshot();
        const whole = [...history, drawn].join('');
        assert.doesNotMatch(
          whole,
          /[\x05\x80-\x9f]|\x1b(?:P|\](?:52|633|1337|7501))|\x1b\[[0-9;]*t/,
        );
        assert.deepEqual(findQueries(whole), []);
        const rows = await screen.colouredText();
        const rest = rows.replace(/\x1b\[[0-9;:]*[mG]|\x1b\]8;[^\x07]*\x07|\r\n/g, '');
        assert.doesNotMatch(rest, /[\x00-\x1f\x7f-\x9f]/);
      }
    });
  }
});
