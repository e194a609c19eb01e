import assert from 'node:assert/strict';
import { setImmediate as settle } from 'node:timers/promises';
import { SessionError } from '../../../../src/base/errors';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import {
  createStartingTerminal,
  createTerminal,
  openLiveTerminal,
} from '../../../support/views/pseudoterminals';

describe('AgentPseudoterminal', () => {
  it('attaches to a session at the true size, and shows its screen after the cwd', async () => {
    const { clock, sessions, terminal, seen } = createTerminal();
    sessions.put(sessionInfo());
    sessions.drawn = 'the screen';
    terminal.open({ columns: 100, rows: 42 });
    await settle();
    assert.equal(sessions.attachments.length, 0);
    terminal.setDimensions({ columns: 100, rows: 40 });
    clock.advance(1000);
    await settle();
    assert.equal(seen.text, '\x1b]633;A\x07\x1b]633;P;Cwd=/home/ada/app\x07the screen');
    assert.deepEqual(sessions.attachments[0]?.options.dimensions, { cols: 100, rows: 40 });
  });

  it('redraws the screen if the true size comes late, and not if a person resizes', async () => {
    const { clock, terminal, seen, attachment } = await openLiveTerminal();
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

  it('redraws the screen again after a late width, since a busy VS Code may have cut it', async () => {
    const { clock, terminal, attachment } = await openLiveTerminal({}, { redraws: true });
    terminal.setDimensions({ columns: 126, rows: 24 });
    clock.advance(129);
    // The program must not draw for a width that is not applied yet.
    const before = attachment.resizes.map(({ cols }) => cols);
    assert.deepEqual([...new Set(before)], [80]);
    clock.advance(1);
    assert.equal(attachment.resizes.at(-1)?.cols, 126);
    attachment.redraws[0]?.give('cut');
    assert.equal(attachment.redraws.length, 1);
    clock.advance(1500);
    assert.equal(attachment.redraws.length, 2);
  });

  it('applies no late width after the terminal leaves, or its session exits', async () => {
    for (const end of ['left', 'exited'] as const) {
      const { clock, terminal, attachment } = await openLiveTerminal();
      terminal.setDimensions({ columns: 126, rows: 24 });
      if (end === 'left') {
        terminal.leave();
      } else {
        attachment.options.onExit(sessionInfo({ state: 'terminated', exitCode: 1 }));
      }
      clock.advance(2000);
      assert.deepEqual(attachment.resizes, [], end);
    }
  });

  it('starts at the true size, once', async () => {
    const { clock, sessions, terminal, launches } = createStartingTerminal();
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

  it('does not start a session whose terminal closes before its size is known', async () => {
    const { clock, terminal, launches } = createStartingTerminal();
    terminal.open({ columns: 80, rows: 30 });
    terminal.close();
    clock.advance(1000);
    await settle();
    assert.deepEqual(launches, []);
  });

  it('keeps input that is typed before the session has started', async () => {
    const { clock, sessions, terminal } = createStartingTerminal();
    terminal.open({ columns: 80, rows: 30 });
    terminal.handleInput('ear');
    terminal.handleInput('ly');
    clock.advance(150);
    await settle();
    terminal.handleInput('!');
    assert.equal(sessions.attachments[0]?.written, 'early!');
  });

  it('applies a size that changes during the start', async () => {
    const { clock, sessions, terminal } = createStartingTerminal();
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

  it('shows the error of a failed start, and stays until a key is pressed', async () => {
    const { clock, terminal, seen } = createTerminal({
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

  it('is named by label and title', async () => {
    const { terminal, seen, attachment } = await openLiveTerminal();
    attachment.options.onData('\x1b]0;Rea');
    attachment.options.onData('ding\x07');
    attachment.options.onData('\x1b]0;Reading\x07');
    terminal.name.relabel('Bob');
    assert.deepEqual(seen.names, ['Ada: Reading', 'Bob: Reading']);
  });

  it('emits on open the label that was set before', () => {
    const { terminal, seen, sessions } = createTerminal();
    sessions.put(sessionInfo());
    terminal.name.relabel('Bob');
    seen.names.length = 0;
    terminal.open(undefined);
    assert.deepEqual(seen.names, ['Bob']);
  });

  it('shows a mark of the activity before its name, also with a title of the program', async () => {
    const { terminal, attachment, seen } = await openLiveTerminal({});
    terminal.name.mark('🔔');
    attachment.options.onData('\x1b]0;Reading\x07');
    terminal.name.mark('');
    terminal.name.mark('');
    assert.deepEqual(seen.names, ['🔔 Ada', '🔔 Ada: Reading', 'Ada: Reading']);
  });
});
