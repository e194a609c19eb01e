import assert from 'node:assert/strict';
import { ScreenParser } from '../../../../../src/pty/screen/xterm/screenParser';
import { createScreenTerminal } from '../../../../../src/pty/screen/xterm/screenTerminal';

describe('ScreenParser', () => {
  for (const [name, output, resets] of [
    ['one', '\x1bc', 1],
    ['a thousand in a row', '\x1bc'.repeat(1000), 1],
    ['two series', `a${'\x1bc'.repeat(9)}b${'\x1bc'.repeat(9)}c`, 2],
    ['with output between them', '\x1bca\x1bc\x1b[m\x1bc', 3],
  ] as const) {
    it(`resets the terminal once per series of resets: ${name}`, () => {
      const { core, terminal } = createScreenTerminal({ cols: 20, rows: 5 }, 100);
      let count = 0;
      core.registerEscHandler({ final: 'c' }, () => {
        count += 1;
        return false;
      });
      new ScreenParser(core).parse(Buffer.from(output));
      assert.equal(count, resets);
      const shown = output.split('\x1bc').at(-1);
      assert.equal(core.buffers.active.lines.get(0)?.translateToString(true), shown);
      terminal.dispose();
    });
  }

  it('does not modify its input', () => {
    const { core, terminal } = createScreenTerminal({ cols: 20, rows: 5 }, 100);
    const output = Buffer.from('a\x1bc\x1bcb');
    new ScreenParser(core).parse(output);
    assert.equal(output.toString(), 'a\x1bc\x1bcb');
    terminal.dispose();
  });
});
