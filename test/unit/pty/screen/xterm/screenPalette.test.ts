import assert from 'node:assert/strict';
import { ScreenPalette } from '../../../../../src/pty/screen/xterm/screenPalette';
import { createScreenTerminal } from '../../../../../src/pty/screen/xterm/screenTerminal';
import { coloursOf } from '../../../../../src/pty/screen/xterm/themeColours';
import { DEFAULT_LOOK } from '../../../../../src/pty/terminalLook';

describe('ScreenPalette', () => {
  const FORMATS: Readonly<Record<string, readonly [output: string, expected: string]>> = {
    'nothing if no colour was changed': ['\x1b]4;1;?\x07\x1b]11;?\x07', ''],
    'a colour of the palette': ['\x1b]4;7;#102030\x07', '\x1b]104\x07\x1b]4;7;rgb:10/20/30\x07'],
    'several colours of one sequence': [
      '\x1b]4;7;#102030;300;#fff;8;red;255;rgb:f/f/f\x1b\\',
      '\x1b]104\x07\x1b]4;7;rgb:10/20/30;255;rgb:ff/ff/ff\x07',
    ],
    'a palette with one colour that is reset': [
      '\x1b]4;7;#102030;8;#111213\x07\x1b]104;7;red\x07',
      '\x1b]104\x07\x1b]4;8;rgb:11/12/13\x07',
    ],
    'a palette that is reset': ['\x1b]4;7;#102030;8;#111213\x07\x1b]104\x07', '\x1b]104\x07'],
    'the colours of text': [
      '\x1b]10;#010203;rgb:4/5/6;#070809;#fff\x07',
      '\x1b]110\x07\x1b]111\x07\x1b]112\x07' +
        '\x1b]10;rgb:01/02/03\x07\x1b]11;rgb:44/55/66\x07\x1b]12;rgb:07/08/09\x07',
    ],
    'a background that is reset': ['\x1b]11;#010203\x07\x1b]111\x07', '\x1b]111\x07'],
    'the colours after a full reset, which keeps them': [
      '\x1b]12;#010203\x07\x1bc',
      '\x1b]112\x07\x1b]12;rgb:01/02/03\x07',
    ],
    'nothing for invalid colours': [
      '\x1b]4;1\x07\x1b]4;x;#fff\x07\x1b]10;white\x07\x1b]4;\x07',
      '',
    ],
  };
  for (const [name, [output, expected]] of Object.entries(FORMATS)) {
    it(`writes ${name}`, () => assert.equal(after(output).palette.format(), expected));
  }

  const ANSWERS: Readonly<Record<string, readonly [output: string, ...answers: string[]]>> = {
    'with the colour of the theme': ['\x1b]11;?\x07', '\x1b]11;rgb:1f1f/1f1f/1f1f\x1b\\'],
    'for several colours': [
      '\x1b]10;?;?\x07',
      '\x1b]10;rgb:cccc/cccc/cccc\x1b\\',
      '\x1b]11;rgb:1f1f/1f1f/1f1f\x1b\\',
    ],
    'with a colour that was set': [
      '\x1b]11;#102030\x07\x1b]4;200;#405060\x07\x1b]11;?\x07\x1b]4;200;?\x07',
      '\x1b]11;rgb:1010/2020/3030\x1b\\',
      '\x1b]4;200;rgb:4040/5050/6060\x1b\\',
    ],
    'with the colour of the theme after a reset': [
      '\x1b]12;#102030\x07\x1b]112\x07\x1b]12;?\x07',
      '\x1b]12;rgb:cccc/cccc/cccc\x1b\\',
    ],
    'with the palette, its cube and its greys': [
      '\x1b]4;1;?;16;?;110;?;231;?;232;?;255;?;256;?\x07',
      '\x1b]4;1;rgb:cdcd/3131/3131\x1b\\',
      '\x1b]4;16;rgb:0000/0000/0000\x1b\\',
      '\x1b]4;110;rgb:8787/afaf/d7d7\x1b\\',
      '\x1b]4;231;rgb:ffff/ffff/ffff\x1b\\',
      '\x1b]4;232;rgb:0808/0808/0808\x1b\\',
      '\x1b]4;255;rgb:eeee/eeee/eeee\x1b\\',
    ],
    'that the colours are dark': ['\x1b[?996n', '\x1b[?997;1n'],
    'that the colours are light': ['\x1b]10;#000;#fff\x07\x1b[?996n', '\x1b[?997;2n'],
    'nothing to an invalid query': ['\x1b]4;?\x07\x1b]10;\x07\x1b]13;?\x07\x1b[?15n'],
  };
  for (const [name, [output, ...answers]] of Object.entries(ANSWERS)) {
    it(`answers ${name}`, () => assert.deepEqual(after(output).answers, answers));
  }

  function after(output: string): { palette: ScreenPalette; answers: string[] } {
    const { terminal, core } = createScreenTerminal({ cols: 10, rows: 3 }, 0);
    const answers: string[] = [];
    const palette = new ScreenPalette(
      core,
      () => coloursOf(DEFAULT_LOOK),
      (text) => answers.push(text),
    );
    void core._inputHandler.parse(Buffer.from(output));
    terminal.dispose();
    return { palette, answers };
  }
});
