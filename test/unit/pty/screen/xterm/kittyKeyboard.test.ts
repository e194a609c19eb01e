import assert from 'node:assert/strict';
import { KittyKeyboard } from '../../../../../src/pty/screen/xterm/kittyKeyboard';
import { MAX_KEYBOARD_STACK } from '../../../../../src/pty/limits';
import { createScreenTerminal } from '../../../../../src/pty/screen/xterm/screenTerminal';

describe('KittyKeyboard', () => {
  const FLAGS: Readonly<Record<string, readonly [output: string, flags: number]>> = {
    'no flags at first': ['', 0],
    'the pushed flags': ['\x1b[>1u\x1b[>5u', 5],
    'no flags after a push without a number': ['\x1b[>5u\x1b[>u', 0],
    'the previous flags after a pop': ['\x1b[>1u\x1b[>5u\x1b[<u', 1],
    'the flags from before two pushes after a pop of two': ['\x1b[>1u\x1b[>2u\x1b[>3u\x1b[<2u', 1],
    'no flags after a pop of the last entry': ['\x1b[=3u\x1b[>5u\x1b[<u', 0],
    'no flags after a pop of more entries than were pushed': ['\x1b[>1u\x1b[>2u\x1b[<9u', 0],
    'no flags after a pop from an empty stack': ['\x1b[=3u\x1b[<u', 0],
    'the flags that are set': ['\x1b[>1u\x1b[=6u', 6],
    'the old and the added flags': ['\x1b[=1u\x1b[=4;2u', 5],
    'the flags that are not removed': ['\x1b[=7u\x1b[=2;3u', 5],
    'the old flags after a set with an unknown mode': ['\x1b[=7u\x1b[=2;4u', 7],
    'no flags on the alternate screen': ['\x1b[>5u\x1b[?1049h', 0],
    'the flags of the normal screen after a return to it': [
      '\x1b[>5u\x1b[?1049h\x1b[>1u\x1b[?1049l',
      5,
    ],
    'the flags of the alternate screen after a return to it': [
      '\x1b[>5u\x1b[?47h\x1b[>1u\x1b[?47l\x1b[?1;1047h',
      1,
    ],
    'no flags after a full reset': ['\x1b[>5u\x1b[>1u\x1bc', 0],
    'no flags after a soft reset': ['\x1b[>5u\x1b[>1u\x1b[!p', 0],
    'an empty stack after a full reset': ['\x1b[>5u\x1b[>1u\x1bc\x1b[=3u\x1b[<u', 0],
  };
  for (const [name, [output, flags]] of Object.entries(FLAGS)) {
    it(`has ${name}`, () => assert.deepEqual(answersTo(`${output}\x1b[?u`), [`\x1b[?${flags}u`]));
  }

  it(`drops the oldest of more than ${MAX_KEYBOARD_STACK} entries [A32]`, () => {
    const pushes = Array.from({ length: MAX_KEYBOARD_STACK + 3 }, (_, flags) => `\x1b[>${flags}u`);
    const ask = '\x1b[<u\x1b[?u';
    const answers = answersTo(pushes.join('') + ask.repeat(MAX_KEYBOARD_STACK));
    assert.deepEqual(answers.slice(0, 2), ['\x1b[?17u', '\x1b[?16u']);
    assert.deepEqual(answers.slice(-2), ['\x1b[?3u', '\x1b[?0u']);
  });

  it('writes nothing for flags that equal the state after a reset', () => {
    const { keyboard } = keyboardAfter('\x1b[>5u\x1b[<u\x1b[?1049h\x1b[?1049l');
    assert.deepEqual([keyboard.formatNormal(''), keyboard.formatAlternate()], ['', '']);
  });

  it('leaves CSI u without a prefix, which restores the cursor, to the terminal', () => {
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
