import assert from 'node:assert/strict';
import { setImmediate as settle } from 'node:timers/promises';
import { sessionInfo } from '../../support/pty/fakeSessions';
import { createTerminal, openLiveTerminal } from '../../support/views/pseudoterminals';

const NOTE = 'now driven from another window; press Enter to take it back';

describe('AgentPseudoterminal of a session that continues in another window', () => {
  async function elsewhere() {
    const parts = await openLiveTerminal();
    parts.attachment.options.onData('its last screen');
    parts.terminal.leave();
    return parts;
  }

  it('keeps the last screen with a note below it, and detaches', async () => {
    const { seen, attachment, terminal } = await elsewhere();
    assert.match(seen.text, new RegExp(`its last screen[^]*\\x1b\\[9999;1H\\r\\n[^]*${NOTE}`));
    assert.equal(attachment.disposed, true);
    const { text } = seen;
    terminal.leave();
    attachment.options.onData('more');
    assert.equal(seen.text, text);
  });

  it('takes the session back once on Enter, and ignores other keys', async () => {
    const { terminal, attachment, taken } = await elsewhere();
    for (const key of ['y', '\x1b[A', '\x03', '\x1b[I', 'ls\r']) {
      terminal.handleInput(key);
    }
    assert.deepEqual([attachment.written, taken.ids], ['', []]);
    terminal.handleInput('\r');
    terminal.handleInput('\r');
    assert.deepEqual([attachment.written, taken.ids], ['', ['ada-main-t1']]);
    await settle();
    terminal.handleInput('\r');
    assert.equal(taken.ids.length, 2, 'a failed attempt can be repeated');
  });

  it('shows the session again when this window drives it, at the current size of the terminal', async () => {
    const { clock, terminal, sessions, seen } = await elsewhere();
    terminal.setDimensions({ columns: 90, rows: 30 });
    sessions.drawn = 'the screen now';
    seen.text = '';
    terminal.resume();
    await settle();
    clock.advance(5);
    assert.match(seen.text, /^\x1bcthe screen now/);
    const [, again] = sessions.attachments;
    assert.deepEqual(again?.options.dimensions, { cols: 90, rows: 30 });
    terminal.handleInput('y');
    assert.equal(again?.written, 'y');
    terminal.resume();
    assert.equal(sessions.attachments.length, 2, 'it attaches once');
  });

  it('shows the session again although its last screen was still pending', async () => {
    const { terminal, attachment, sessions, seen } = await openLiveTerminal();
    for (let index = 0; index < 10; index += 1) {
      attachment.options.onData('x'.repeat(64 * 1024));
    }
    terminal.leave();
    terminal.resume();
    await settle();
    seen.text = '';
    attachment.redraws[0]?.give('the last screen');
    assert.deepEqual([attachment.disposed, seen.text], [true, '']);
    sessions.attachments[1]?.options.onData('live');
    terminal.handleInput('y');
    assert.deepEqual([seen.text, sessions.attachments[1]?.written], ['live', 'y']);
  });

  it('shows a note if the session has ended there, and closes on the next key', async () => {
    const { terminal, seen, taken } = await elsewhere();
    taken.isThere = false;
    terminal.handleInput('\r');
    await settle();
    assert.match(seen.text, /it has ended there; press any key to close/);
    terminal.handleInput('x');
    assert.equal(seen.closed.length, 1);
  });

  it('detaches if the session leaves while the terminal attaches', async () => {
    const { terminal, sessions } = await elsewhere();
    let attached = (): void => {};
    sessions.attachDelay = new Promise((resolve) => (attached = resolve));
    terminal.resume();
    terminal.leave();
    attached();
    await settle();
    assert.equal(sessions.attachments.at(-1)?.disposed, true);
  });
});

describe('AgentPseudoterminal of a session that another window has shown', () => {
  it('makes its program redraw with one row less for a moment', async () => {
    const { clock, attachment, terminal } = await openLiveTerminal({}, { redraws: true });
    assert.deepEqual(attachment.resizes, [{ cols: 80, rows: 23 }]);
    clock.advance(100);
    assert.deepEqual(attachment.resizes.slice(1), [{ cols: 80, rows: 24 }]);
    clock.advance(5000);
    assert.equal(attachment.resizes.length, 2);
    terminal.close();
    assert.equal(clock.pendingTimers, 0);
  });

  it('does not resize a terminal of one row', async () => {
    const { sessions, clock, terminal } = createTerminal({ redraws: true });
    sessions.put(sessionInfo());
    terminal.open({ columns: 80, rows: 1 });
    clock.advance(150);
    await settle();
    clock.advance(5000);
    assert.deepEqual(sessions.attachments[0]?.resizes, []);
    terminal.close();
  });

  it('resizes back to the current size of the terminal', async () => {
    const { clock, attachment, terminal } = await openLiveTerminal({}, { redraws: true });
    terminal.setDimensions({ columns: 80, rows: 40 });
    clock.advance(100);
    assert.deepEqual(attachment.resizes.at(-1), { cols: 80, rows: 40 });
    terminal.close();
  });
});
