import assert from 'node:assert/strict';
import { DEFAULT_LOOK, type TerminalLook } from '../../../src/pty/terminalLook';
import { createScreen, createScreens } from '../../support/pty/screens';

describe('a screen that no terminal shows', () => {
  let look: TerminalLook;
  let answers: string;
  let screen: ReturnType<typeof createScreen>;

  beforeEach(() => {
    look = DEFAULT_LOOK;
    answers = '';
    screen = createScreen({ cols: 20, rows: 4 }, { screens: createScreens({ look: () => look }) });
    screen.onAnswer((text) => (answers += text));
    screen.answersQueries = true;
  });
  afterEach(() => screen.dispose());

  const show = async (output: string | Uint8Array): Promise<string> => {
    screen.write(Buffer.from(output));
    const { rows, cursor } = await screen.visible();
    return `${rows[0]} ${cursor.column}`;
  };

  const ask = async (queries: string): Promise<string> => {
    answers = '';
    await show(queries);
    return answers;
  };

  it('ignores soft hyphens, as VS Code does', async () => {
    assert.equal(await show('soft\u00adhy\u00ad\u00adphen'), 'softhyphen 10');
  });

  it('ignores one that is split over two reads', async () => {
    await show(Buffer.from([0x61, 0xc2]));
    assert.equal(await show(Buffer.from([0xad, 0x62])), 'ab 2');
  });

  it('measures by the setting of VS Code, and by a new one from then on', async () => {
    assert.equal(await show('👍'), '👍 2');
    look = { ...look, unicodeVersion: '6' };
    assert.equal(await show('👍'), '👍👍 3');
    look = { ...look, unicodeVersion: '11' };
    assert.equal(await show('👍'), '👍👍👍 5');
  });

  it('limits the marks that join a character with either table', async () => {
    look = { ...look, unicodeVersion: '6' };
    const shown = await show(`a${'\u0301'.repeat(1000)}`);
    assert.ok(Number(shown.split(' ').at(-1)) > 10, shown);
  });

  it('answers with the colours of the theme, and of a new one from then on', async () => {
    const queries = '\x1b]10;?;?\x07\x1b]4;2;?\x07\x1b[?996n';
    assert.equal(
      await ask(queries),
      '\x1b]10;rgb:cccc/cccc/cccc\x1b\\\x1b]11;rgb:1f1f/1f1f/1f1f\x1b\\' +
        '\x1b]4;2;rgb:0d0d/bcbc/7979\x1b\\\x1b[?997;1n',
    );
    look = { ...look, theme: 'light' };
    assert.equal(
      await ask(queries),
      '\x1b]10;rgb:3b3b/3b3b/3b3b\x1b\\\x1b]11;rgb:ffff/ffff/ffff\x1b\\' +
        '\x1b]4;2;rgb:1010/7c7c/1010\x1b\\\x1b[?997;2n',
    );
  });

  it('answers with the colours that a terminal reported', async () => {
    look = { ...look, theme: 'light', background: [250, 249, 248] };
    assert.equal(await ask('\x1b]11;?\x07'), '\x1b]11;rgb:fafa/f9f9/f8f8\x1b\\');
  });

  for (const [theme, foreground, background, scheme] of [
    ['highContrast', 'ffff/ffff/ffff', '0000/0000/0000', 1],
    ['highContrastLight', '2929/2929/2929', 'ffff/ffff/ffff', 2],
  ] as const) {
    it(`answers as in the theme ${theme}, also for a terminal that has gone`, async () => {
      look = { ...look, theme };
      screen.answer('\x1b]10;?;?\x07\x1b[?996n');
      await show('');
      assert.equal(
        answers,
        `\x1b]10;rgb:${foreground}\x1b\\\x1b]11;rgb:${background}\x1b\\\x1b[?997;${scheme}n`,
      );
    });
  }
});
