import assert from 'node:assert/strict';
import { ScreenParser } from '../../../../../src/pty/screen/xterm/screenParser';
import { createScreenTerminal } from '../../../../../src/pty/screen/xterm/screenTerminal';
import { ScreenScheduler } from '../../../../../src/pty/screen/screenScheduler';

const UNLIMITED = { handleParsed: () => undefined };

describe('ScreenParser', () => {
  for (const [name, output, resets] of [
    ['one', '\x1bc', 1],
    ['a thousand in a row', '\x1bc'.repeat(1000), 1],
    ['two series', `a${'\x1bc'.repeat(9)}b${'\x1bc'.repeat(9)}c`, 2],
    ['with output between them', '\x1bca\x1bc\x1b[m\x1bc', 3],
  ] as const) {
    it(`resets the terminal once per series of resets: ${name}`, async () => {
      const { core, terminal } = createScreenTerminal({ cols: 20, rows: 5 }, 100);
      let count = 0;
      core.registerEscHandler({ final: 'c' }, () => {
        count += 1;
        return false;
      });
      await new ScreenParser(core, new ScreenScheduler(), UNLIMITED).parse(Buffer.from(output));
      assert.equal(count, resets);
      const shown = output.split('\x1bc').at(-1);
      assert.equal(core.buffers.active.lines.get(0)?.translateToString(true), shown);
      terminal.dispose();
    });
  }

  it('does not modify its input', async () => {
    const { core, terminal } = createScreenTerminal({ cols: 20, rows: 5 }, 100);
    const output = Buffer.from('a\x1bc\x1bcb');
    await new ScreenParser(core, new ScreenScheduler(), UNLIMITED).parse(output);
    assert.equal(output.toString(), 'a\x1bc\x1bcb');
    terminal.dispose();
  });
});
