import assert from 'node:assert/strict';
import { MAX_EXTRA_MODES } from '../../../../../src/pty/limits';
import { ExtraModes } from '../../../../../src/pty/screen/xterm/screenExtraModes';
import { createScreenTerminal } from '../../../../../src/pty/screen/xterm/screenTerminal';

describe('ExtraModes', () => {
  const MODES: Readonly<Record<string, readonly [output: string, expected: string]>> = {
    'a mode that is on': ['\x1b[?2031h', '\x1b[?2031h'],
    'several modes among known ones': ['\x1b[?1;2031;25;2048h', '\x1b[?2031h\x1b[?2048h'],
    'no mode that was turned off again': ['\x1b[?2031;2048h\x1b[?2031l', '\x1b[?2048h'],
    'no mode that the terminal supports': ['\x1b[?1;6;7;1000;1006;1049;2004h', ''],
    'never synchronized output': ['\x1b[?2026h', ''],
    'no mode without a number': ['\x1b[?h\x1b[?0h', ''],
    'no mode that is not private': ['\x1b[4h\x1b[2031h', ''],
    'no mode after a full reset': ['\x1b[?2031h\x1bc', ''],
    'no mode after a soft reset': ['\x1b[?2031h\x1b[!p', ''],
  };
  for (const [name, [output, expected]] of Object.entries(MODES)) {
    it(`turns on ${name}`, () => assert.equal(modesAfter(output), expected));
  }

  it(`drops the oldest of more than ${MAX_EXTRA_MODES} modes [A32]`, () => {
    const modes = Array.from(
      { length: MAX_EXTRA_MODES + 1 },
      (_, index) => `\x1b[?${3000 + index}h`,
    );
    assert.equal(modesAfter(modes.join('')), modes.slice(1).join(''));
  });

  function modesAfter(output: string): string {
    const { terminal, core } = createScreenTerminal({ cols: 10, rows: 3 }, 0);
    const modes = new ExtraModes(core);
    void core._inputHandler.parse(Buffer.from(output));
    terminal.dispose();
    return modes.format();
  }
});
