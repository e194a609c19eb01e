import assert from 'node:assert/strict';
import { sessionInfo } from '../../support/pty/fakeSessions';
import { openLiveTerminal } from '../../support/views/pseudoterminals';

describe('AgentPseudoterminal in a flood', () => {
  const QUERY = '\x1b[?73141$p';
  const REPLY = '\x1b[?73141;0$y';

  /** A terminal that receives more output than its limit, and has parsed what was sent. */
  async function flooded() {
    const parts = await openLiveTerminal({ afterExit: 'keep' });
    for (let index = 0; index < 10; index += 1) {
      parts.attachment.options.onData('x'.repeat(64 * 1024));
    }
    const asked = parts.seen.text.split(QUERY).length - 1;
    parts.seen.text = '';
    for (let index = 0; index < asked; index += 1) {
      parts.terminal.handleInput(REPLY);
    }
    return { ...parts, asked };
  }

  it('queries its terminal for progress, and removes the replies from the input', async () => {
    const { terminal, attachment, asked } = await flooded();
    assert.ok(asked > 0);
    terminal.handleInput(`a${REPLY}b`);
    assert.equal(attachment.written, 'ab');
  });

  it('drops excess output, redraws the screen, and continues with new output', async () => {
    const { clock, terminal, seen, attachment } = await flooded();
    assert.equal(attachment.isBehind, true);
    attachment.options.onData('dropped');
    clock.advance(100);
    attachment.redraws[0]?.give('the screen;');
    terminal.handleInput(REPLY);
    clock.advance(1000);
    attachment.options.onData('dropped too, for it is in the redraw');
    attachment.redraws[1]?.give('all;');
    attachment.options.onData('live');
    clock.advance(5);
    assert.equal(seen.text.replaceAll(QUERY, ''), 'the screen;all;live');
    assert.equal(attachment.isBehind, false);
  });

  it('writes joined output before a redraw, since it may contain a query', async () => {
    const { clock, terminal, attachment, seen } = await openLiveTerminal();
    clock.advance(1000);
    terminal.setDimensions({ columns: 90, rows: 24 });
    clock.advance(129);
    attachment.options.onData('at once');
    attachment.options.onData('\x1b[6n');
    clock.advance(1);
    assert.match(seen.text, /at once\x1b\[6n$/);
    assert.deepEqual([attachment.redraws.length, attachment.isBehind], [1, false]);
  });

  it('shows the last screen before the exit', async () => {
    const { seen, attachment } = await flooded();
    attachment.options.onExit(sessionInfo({ afterExit: 'keep', exitCode: 3 }));
    attachment.redraws[0]?.give('the last screen');
    assert.match(seen.text, /^the last screen.*exited with code 3/s);
  });

  it('leaves no timer behind when it closes', async () => {
    const { clock, terminal, attachment } = await flooded();
    terminal.close();
    attachment.redraws[0]?.give('late');
    assert.equal(clock.pendingTimers, 0);
  });
});
