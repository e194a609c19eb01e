import assert from 'node:assert/strict';
import { setImmediate as settle } from 'node:timers/promises';
import { SessionError } from '../../../src/base/errors';
import { nullLogger } from '../../../src/base/logger';
import type { Dimensions } from '../../../src/pty/ptyProcess';
import { AgentPseudoterminal, type SessionView } from '../../../src/views/agentPseudoterminal';
import { FakeSessions, sessionInfo } from '../../support/fakeSessions';
import { ManualClock } from '../../support/manualClock';

describe('AgentPseudoterminal', () => {
  function subject(view: Partial<SessionView> = {}) {
    const clock = new ManualClock();
    const sessions = new FakeSessions();
    const terminal = new AgentPseudoterminal(
      { sessions, clock, terminalScrollback: () => 100, log: nullLogger },
      { sessionId: 'ada-main-t1', label: 'Ada', cwd: '/home/ada/app', ...view },
    );
    const seen = { text: '', names: [] as string[], closed: [] as (number | void)[] };
    terminal.onDidWrite((text) => (seen.text += text));
    terminal.onDidChangeName((name) => seen.names.push(name));
    terminal.onDidClose((code) => seen.closed.push(code));
    return { clock, sessions, terminal, seen };
  }

  function starting() {
    const launches: (Dimensions | undefined)[] = [];
    const parts = subject({
      launch: (size) => {
        launches.push(size);
        parts.sessions.put(sessionInfo());
        return Promise.resolve();
      },
    });
    return { ...parts, launches };
  }

  async function live(overrides = {}) {
    const parts = subject();
    parts.sessions.put(sessionInfo(overrides));
    parts.terminal.open({ columns: 80, rows: 24 });
    parts.clock.advance(150);
    await settle();
    const attachment = parts.sessions.attachments[0];
    assert.ok(attachment);
    return { ...parts, attachment };
  }

  it('attaches to a session at the true size, and shows its screen after the cwd', async () => {
    const { clock, sessions, terminal, seen } = subject();
    sessions.put(sessionInfo());
    sessions.drawn = 'the screen';
    terminal.open({ columns: 100, rows: 42 });
    await settle();
    assert.equal(sessions.attachments.length, 0);
    terminal.setDimensions({ columns: 100, rows: 40 });
    clock.advance(1000);
    await settle();
    assert.equal(seen.text, '\x1b]633;P;Cwd=/home/ada/app\x07the screen');
    assert.deepEqual(sessions.attachments[0]?.options.dimensions, { cols: 100, rows: 40 });
  });

  it('draws the screen anew where the true size comes late, and not where a person resizes', async () => {
    const { clock, terminal, seen, attachment } = await live();
    terminal.setDimensions({ columns: 80, rows: 22 });
    attachment.redraws[0]?.give('the screen;');
    attachment.options.onData('live');
    clock.advance(5);
    assert.deepEqual(
      attachment.redraws.map(({ scope }) => scope),
      ['all'],
    );
    assert.deepEqual(attachment.resizes, [{ cols: 80, rows: 22 }]);
    assert.match(seen.text, /the screen;.*live/);
    clock.advance(2000);
    terminal.setDimensions({ columns: 80, rows: 20 });
    assert.equal(attachment.redraws.length, 1);
  });

  it('starts at the true size, once', async () => {
    const { clock, sessions, terminal, launches } = starting();
    terminal.open({ columns: 80, rows: 30 });
    terminal.setDimensions({ columns: 80, rows: 30 });
    await settle();
    assert.deepEqual(launches, []);
    terminal.setDimensions({ columns: 112, rows: 41 });
    clock.advance(1000);
    await settle();
    assert.deepEqual(launches, [{ cols: 112, rows: 41 }]);
    assert.deepEqual(sessions.attachments[0]?.options.dimensions, { cols: 112, rows: 41 });
  });

  it('does not start what was closed before its size was known', async () => {
    const { clock, terminal, launches } = starting();
    terminal.open({ columns: 80, rows: 30 });
    terminal.close();
    clock.advance(1000);
    await settle();
    assert.deepEqual(launches, []);
  });

  it('keeps what is typed before the session is there', async () => {
    const { clock, sessions, terminal } = starting();
    terminal.open({ columns: 80, rows: 30 });
    terminal.handleInput('ear');
    terminal.handleInput('ly');
    clock.advance(150);
    await settle();
    terminal.handleInput('!');
    assert.equal(sessions.attachments[0]?.written, 'early!');
  });

  it('passes on a size that changed while it was starting', async () => {
    const { clock, sessions, terminal } = starting();
    terminal.open({ columns: 80, rows: 30 });
    clock.advance(150);
    terminal.setDimensions({ columns: 100, rows: 30 });
    await settle();
    clock.advance(130);
    const attachment = sessions.attachments[0];
    assert.deepEqual(attachment?.resizes.at(-1) ?? attachment?.options.dimensions, {
      cols: 100,
      rows: 30,
    });
  });

  it('shows why it could not start, and stays until a key is pressed', async () => {
    const { clock, terminal, seen } = subject({
      launch: () => Promise.reject(new SessionError('CWD_NOT_FOUND', 'The folder /x is gone.')),
    });
    terminal.open({ columns: 80, rows: 30 });
    clock.advance(150);
    await settle();
    assert.match(seen.text, /The folder \/x is gone\./);
    terminal.handleInput('\x1b[I');
    assert.deepEqual(seen.closed, []);
    terminal.handleInput('x');
    assert.deepEqual(seen.closed, [undefined]);
  });

  it('shows the last output before the exit', async () => {
    const { terminal, seen, attachment } = await live({ afterExit: 'keep' });
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
    const { terminal, seen, attachment } = await live({
      state: 'terminated',
      afterExit: 'keep',
      exitCode: 0,
    });
    assert.match(seen.text, /exited with code 0/);
    assert.equal(seen.text.split('Press any key').length, 2);
    terminal.handleInput('q');
    assert.deepEqual([seen.closed, attachment.written], [[undefined], '']);
  });

  it('lets a session be read that has ended already, though its end closed its terminal', async () => {
    const { seen } = await live({ state: 'terminated', afterExit: 'shell', exitCode: 0 });
    assert.match(seen.text, /exited with code 0\. Press any key/);
    assert.deepEqual(seen.closed, []);
  });

  it('closes for a start that ended before it could be attached to', async () => {
    const { clock, sessions, terminal, seen } = subject({
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

  it('closes with the code where the settings say close', async () => {
    const { clock, seen, attachment } = await live();
    attachment.options.onData('a');
    attachment.options.onExit(sessionInfo({ afterExit: 'close', exitCode: 3 }));
    assert.deepEqual(seen.closed, [3]);
    assert.equal(attachment.disposed, true);
    assert.equal(clock.pendingTimers, 0);
  });

  it('detaches from a session that has ended when a key closes it', async () => {
    const { terminal, attachment } = await live({ state: 'terminated', exitCode: 0 });
    assert.equal(attachment.disposed, false);
    terminal.handleInput('q');
    assert.equal(attachment.disposed, true);
  });

  it('leaves the size of a session alone that ends before a new width has rested', async () => {
    const { clock, terminal, attachment } = await live();
    terminal.setDimensions({ columns: 90, rows: 24 });
    attachment.options.onExit(sessionInfo({ afterExit: 'keep', exitCode: 0 }));
    clock.advance(1000);
    assert.deepEqual(attachment.resizes, []);
  });

  it('detaches on close and leaves the session alone', async () => {
    const { clock, sessions, terminal, attachment } = await live();
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
    const { clock, sessions, terminal } = subject();
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

  it('is named by label and title', async () => {
    const { terminal, seen, attachment } = await live();
    attachment.options.onData('\x1b]0;Rea');
    attachment.options.onData('ding\x07');
    attachment.options.onData('\x1b]0;Reading\x07');
    terminal.relabel('Bob');
    assert.deepEqual(seen.names, ['Ada: Reading', 'Bob: Reading']);
  });

  it('tells on opening that it was relabelled before', () => {
    const { terminal, seen, sessions } = subject();
    sessions.put(sessionInfo());
    terminal.relabel('Bob');
    seen.names.length = 0;
    terminal.open(undefined);
    assert.deepEqual(seen.names, ['Bob']);
  });

  it('puts a sign of what the agent does before its name, whatever its program calls itself', async () => {
    const { terminal, attachment, seen } = await live({});
    terminal.mark('🔔');
    attachment.options.onData('\x1b]0;Reading\x07');
    terminal.mark('');
    terminal.mark('');
    assert.deepEqual(seen.names, ['🔔 Ada', '🔔 Ada: Reading', 'Ada: Reading']);
  });

  describe('in a flood', () => {
    const QUERY = '\x1b[?73141$p';
    const REPLY = '\x1b[?73141;0$y';

    /** More output than a terminal takes, which has parsed what it was sent. */
    async function flooded() {
      const parts = await live({ afterExit: 'keep' });
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

    it('asks its terminal how far it is, and gives the program nothing of the answers', async () => {
      const { terminal, attachment, asked } = await flooded();
      assert.ok(asked > 0);
      terminal.handleInput(`a${REPLY}b`);
      assert.equal(attachment.written, 'ab');
    });

    it('drops what is too much and shows the screen instead, then what comes after it', async () => {
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

    it('shows its terminal what waited to be joined with more before that is drawn anew: the program may ask there', async () => {
      const { clock, terminal, attachment, seen } = await live();
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
});
