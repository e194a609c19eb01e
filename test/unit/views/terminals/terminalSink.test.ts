import assert from 'node:assert/strict';
import { VIEWER_UNPARSED_CHARS } from '../../../../src/pty/limits';
import { TerminalSink } from '../../../../src/views/terminals/terminalSink';
import { ManualClock } from '../../../support/manualClock';
import { FakeAttachment } from '../../../support/pty/fakeSessions';
import { scopes } from '../../../support/pty/outputFlows';

/** The query for the progress of a terminal, and its reply. */
const QUERY = '\x1b[?73141$p';
const REPLY = '\x1b[?73141;0$y';
/** A chunk of a flood; each one is followed by a query. */
const PIECE = 'x'.repeat(64 * 1024);

describe('TerminalSink', () => {
  /** A terminal that parses and replies when the test calls `reply`. */
  function subject() {
    const clock = new ManualClock();
    const attachment = new FakeAttachment('ada-main-t1', { onData() {}, onExit() {} });
    const terminal = { written: [] as string[], unanswered: 0 };
    const sink = new TerminalSink({
      clock,
      write: (text) => {
        terminal.unanswered += text.split(QUERY).length - 1;
        const own = text.replaceAll(QUERY, '');
        if (own !== '') {
          terminal.written.push(own);
        }
      },
      source: () => attachment,
    });
    const reply = (): void => {
      for (; terminal.unanswered > 0; terminal.unanswered -= 1) {
        assert.equal(sink.receive(REPLY), '');
      }
    };
    /** Writes output without joining it with more. */
    const push = (text: string): void => {
      sink.flow.push(text);
      sink.flow.flush();
    };
    return { clock, terminal, attachment, redraws: attachment.redraws, sink, reply, push };
  }

  /** A terminal that has replied once, and then not within the limit. */
  function late(text = PIECE) {
    const parts = subject();
    parts.push(PIECE);
    parts.reply();
    parts.push(text);
    parts.clock.advance(1000);
    return parts;
  }

  it('sends no query to a terminal with little output', () => {
    const { clock, sink, terminal } = subject();
    sink.flow.push('a');
    assert.deepEqual([terminal.written, sink.receive('typed')], [['a'], 'typed']);
    clock.advance(5);
    assert.equal(clock.pendingTimers, 0);
  });

  it('sends long output as a whole if no reply is pending', () => {
    const { terminal, sink } = subject();
    const screen = 'x'.repeat(1_500_000);
    sink.flow.push(screen);
    assert.deepEqual(terminal.written, [screen]);
  });

  it('sends at most the limit of unparsed output, and the rest after replies', () => {
    const { terminal, push, reply } = subject();
    for (let index = 0; index < 5; index += 1) {
      push(PIECE);
    }
    push('last');
    assert.equal(terminal.written.join('').length, VIEWER_UNPARSED_CHARS);
    reply();
    reply();
    assert.equal(terminal.written.join('').length, 5 * PIECE.length + 'last'.length);
  });

  it('drops output for a terminal that does not reply, and redraws it when it does', () => {
    const { clock, terminal, attachment, redraws, push, reply } = late();
    push('dropped');
    assert.deepEqual([attachment.isBehind, terminal.written.length], [true, 2]);
    clock.advance(60_000);
    assert.equal(redraws.length, 0);
    assert.ok(terminal.unanswered <= 10, `${terminal.unanswered} queries`);
    reply();
    redraws[0]?.give('screen');
    push('after');
    assert.deepEqual(terminal.written.slice(2), ['screen', 'after']);
  });

  it('continues without a redraw if a late terminal has missed nothing', () => {
    const { terminal, attachment, redraws, push, reply } = late();
    reply();
    push('more');
    assert.deepEqual([terminal.written.slice(2), redraws], [['more'], []]);
    assert.equal(attachment.isBehind, false);
  });

  it('redraws if a repeated query has interrupted a sequence', () => {
    const { clock, redraws, reply } = late(`${PIECE}\x1b[3`);
    clock.advance(500);
    reply();
    assert.deepEqual(scopes(redraws), ['all']);
  });

  it('repeats the query once when a late terminal is used', () => {
    const { clock, terminal, sink } = late();
    clock.advance(4000);
    const before = terminal.unanswered;
    assert.equal(sink.receive('x'), 'x');
    sink.receive('y');
    sink.handleActivity();
    assert.equal(terminal.unanswered, before + 1);
  });

  it('redraws a terminal that never replies, too', () => {
    const { clock, terminal, redraws, push } = subject();
    for (let index = 0; index < 10; index += 1) {
      push(PIECE);
    }
    clock.advance(1000);
    redraws.at(-1)?.give('screen');
    push('after');
    assert.deepEqual(terminal.written.slice(3), ['screen', 'after']);
  });

  it('redraws if an endless sequence allows no query', () => {
    const { clock, redraws, push } = subject();
    push('\x1b]0;');
    for (let index = 0; index < 4; index += 1) {
      push(PIECE);
    }
    clock.advance(100);
    assert.deepEqual(scopes(redraws), ['screen']);
  });

  it('sends a query after each redraw, so that the next one waits until it is parsed', () => {
    const { terminal, sink, redraws } = subject();
    sink.flow.refresh();
    redraws[0]?.give('screen');
    assert.deepEqual([terminal.written, terminal.unanswered], [['screen'], 1]);
  });

  it('waits one second for the last screen, and sends no query after the end', () => {
    const { clock, terminal, sink, redraws } = subject();
    sink.flow.refresh();
    sink.end(() => terminal.written.push('end'));
    clock.advance(999);
    assert.deepEqual(terminal.written, []);
    clock.advance(1);
    redraws[0]?.give('late');
    assert.deepEqual([terminal.written, clock.pendingTimers], [['end'], 0]);
  });

  it('removes a reply that comes after the end', () => {
    const { clock, terminal, sink, push } = subject();
    push(PIECE);
    sink.end(() => terminal.written.push('end'));
    assert.deepEqual([terminal.written.at(-1), clock.pendingTimers], ['end', 0]);
    assert.equal(sink.receive(`x${REPLY}`), 'x');
  });
});
