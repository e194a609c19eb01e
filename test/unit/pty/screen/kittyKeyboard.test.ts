import assert from 'node:assert/strict';
import { KittyKeyboard } from '../../../../src/pty/screen/kittyKeyboard';
import { MAX_KEYBOARD_STACK } from '../../../../src/pty/limits';
import { createScreenTerminal } from '../../../../src/pty/screen/screenTerminal';

describe('KittyKeyboard', () => {
  const FLAGS: Readonly<Record<string, readonly [output: string, flags: number]>> = {
    'none at first': ['', 0],
    'what is pushed': ['\x1b[>1u\x1b[>5u', 5],
    'none where a push names none': ['\x1b[>5u\x1b[>u', 0],
    'what was before, after a pop': ['\x1b[>1u\x1b[>5u\x1b[<u', 1],
    'what was before two, after a pop of two': ['\x1b[>1u\x1b[>2u\x1b[>3u\x1b[<2u', 1],
    'none after a pop of the last': ['\x1b[=3u\x1b[>5u\x1b[<u', 0],
    'none after a pop of more than there are': ['\x1b[>1u\x1b[>2u\x1b[<9u', 0],
    'none after a pop of nothing': ['\x1b[=3u\x1b[<u', 0],
    'what is set': ['\x1b[>1u\x1b[=6u', 6],
    'what is added': ['\x1b[=1u\x1b[=4;2u', 5],
    'what is left': ['\x1b[=7u\x1b[=2;3u', 5],
    'as before, where set in a way that is none': ['\x1b[=7u\x1b[=2;4u', 7],
    'none on the alternate screen': ['\x1b[>5u\x1b[?1049h', 0],
    'what the normal screen had': ['\x1b[>5u\x1b[?1049h\x1b[>1u\x1b[?1049l', 5],
    'what the alternate screen had': ['\x1b[>5u\x1b[?47h\x1b[>1u\x1b[?47l\x1b[?1;1047h', 1],
    'none after a full reset': ['\x1b[>5u\x1b[>1u\x1bc', 0],
    'none after a soft reset': ['\x1b[>5u\x1b[>1u\x1b[!p', 0],
    'none on either stack after a reset': ['\x1b[>5u\x1b[>1u\x1bc\x1b[=3u\x1b[<u', 0],
  };
  for (const [name, [output, flags]] of Object.entries(FLAGS)) {
    it(`has ${name}`, () => assert.deepEqual(answersTo(`${output}\x1b[?u`), [`\x1b[?${flags}u`]));
  }

  it(`forgets the oldest of more than ${MAX_KEYBOARD_STACK}`, () => {
    const pushes = Array.from({ length: MAX_KEYBOARD_STACK + 3 }, (_, flags) => `\x1b[>${flags}u`);
    const ask = '\x1b[<u\x1b[?u';
    const answers = answersTo(pushes.join('') + ask.repeat(MAX_KEYBOARD_STACK));
    assert.deepEqual(answers.slice(0, 2), ['\x1b[?17u', '\x1b[?16u']);
    assert.deepEqual(answers.slice(-2), ['\x1b[?3u', '\x1b[?0u']);
  });

  it('says nothing of what is as after a reset', () => {
    const { keyboard } = keyboardAfter('\x1b[>5u\x1b[<u\x1b[?1049h\x1b[?1049l');
    assert.deepEqual([keyboard.formatNormal(''), keyboard.formatAlternate()], ['', '']);
  });

  it('leaves the terminal below alone: CSI u without a prefix restores the cursor', () => {
    const { core } = keyboardAfter('\x1b[2;3H\x1b[s\x1b[H\x1b[u');
    assert.deepEqual([core.buffers.active.x, core.buffers.active.y], [2, 1]);
  });

  function answersTo(output: string): string[] {
    return keyboardAfter(output).answers;
  }

  function keyboardAfter(output: string) {
    const { terminal, core } = createScreenTerminal({ cols: 10, rows: 3 }, 0);
    const answers: string[] = [];
    const keyboard = new KittyKeyboard(core, (text) => answers.push(text));
    void core._inputHandler.parse(Buffer.from(output));
    terminal.dispose();
    return { keyboard, core, answers };
  }
});
