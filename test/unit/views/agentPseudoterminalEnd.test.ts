import assert from 'node:assert/strict';
import { setImmediate as settle } from 'node:timers/promises';
import { sessionInfo } from '../../support/pty/fakeSessions';
import { createTerminal, openLiveTerminal } from '../../support/views/pseudoterminals';

describe('AgentPseudoterminal at its end', () => {
  it('shows the last output before the exit', async () => {
    const { terminal, seen, attachment } = await openLiveTerminal({ afterExit: 'keep' });
    attachment.options.onData('a');
    attachment.options.onData('b');
    attachment.options.onExit(sessionInfo({ afterExit: 'keep', exitCode: 3 }));
    assert.match(seen.text, /ab.*exited with code 3\. Press any key/s);
    assert.deepEqual(seen.closed, []);
    terminal.handleInput('q');
    assert.deepEqual(seen.closed, [undefined]);
    assert.equal(attachment.written, '');
  });

  it('shows a session that has ended already, until a key is pressed', async () => {
    const { terminal, seen, attachment } = await openLiveTerminal({
      state: 'terminated',
      afterExit: 'keep',
      exitCode: 0,
    });
    assert.match(seen.text, /exited with code 0/);
    assert.equal(seen.text.split('Press any key').length, 2);
    terminal.handleInput('q');
    assert.deepEqual([seen.closed, attachment.written], [[undefined], '']);
  });

  it('keeps a session readable that has ended already, although its exit would close a terminal', async () => {
    const { seen } = await openLiveTerminal({
      state: 'terminated',
      afterExit: 'shell',
      exitCode: 0,
    });
    assert.match(seen.text, /exited with code 0\. Press any key/);
    assert.deepEqual(seen.closed, []);
  });

  it('closes if a new session exits before the terminal attaches', async () => {
    const { clock, sessions, terminal, seen } = createTerminal({
      launch: () => {
        sessions.put(sessionInfo({ state: 'terminated', afterExit: 'close', exitCode: 3 }));
        return Promise.resolve();
      },
    });
    terminal.open({ columns: 80, rows: 30 });
    clock.advance(150);
    await settle();
    assert.deepEqual(seen.closed, [3]);
  });

  it('closes with the exit code if afterExit is close', async () => {
    const { clock, seen, attachment } = await openLiveTerminal();
    attachment.options.onData('a');
    attachment.options.onExit(sessionInfo({ afterExit: 'close', exitCode: 3 }));
    assert.deepEqual(seen.closed, [3]);
    assert.equal(attachment.disposed, true);
    assert.equal(clock.pendingTimers, 0);
  });

  it('detaches from a session that has ended when a key closes it', async () => {
    const { terminal, attachment } = await openLiveTerminal({ state: 'terminated', exitCode: 0 });
    assert.equal(attachment.disposed, false);
    terminal.handleInput('q');
    assert.equal(attachment.disposed, true);
  });

  it('does not resize a session that ends before a new width is applied', async () => {
    const { clock, terminal, attachment } = await openLiveTerminal();
    terminal.setDimensions({ columns: 90, rows: 24 });
    attachment.options.onExit(sessionInfo({ afterExit: 'keep', exitCode: 0 }));
    clock.advance(1000);
    assert.deepEqual(attachment.resizes, []);
  });

  it('detaches on close, without a kill or further input', async () => {
    const { clock, sessions, terminal, attachment } = await openLiveTerminal();
    attachment.options.onData('a');
    terminal.setDimensions({ columns: 90, rows: 24 });
    terminal.close();
    terminal.handleInput('late');
    terminal.setDimensions({ columns: 70, rows: 24 });
    assert.equal(attachment.disposed, true);
    assert.equal(attachment.written, '');
    assert.deepEqual(sessions.killed, []);
    assert.equal(clock.pendingTimers, 0);
  });

  it('detaches at once when it was closed while attaching', async () => {
    const { clock, sessions, terminal } = createTerminal();
    sessions.put(sessionInfo());
    let letAttach = (): void => {};
    sessions.attachDelay = new Promise((resolve) => (letAttach = resolve));
    terminal.open(undefined);
    clock.advance(150);
    await settle();
    terminal.close();
    letAttach();
    await settle();
    assert.equal(sessions.attachments[0]?.disposed, true);
  });
});
