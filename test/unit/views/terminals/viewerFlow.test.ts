import assert from 'node:assert/strict';
import { VIEWER_CHARS_PER_SECOND, VIEWER_UNPARSED_CHARS } from '../../../../src/pty/limits';
import { createFlow, PIECE, scopes } from '../../../support/pty/viewerFlows';

describe('ViewerFlow', () => {
  it('sends what a quiet session says as it comes, and sets no timer', () => {
    const { clock, terminal, flow } = createFlow();
    flow.push('a');
    flow.push('b');
    assert.deepEqual(terminal.written, ['a', 'b']);
    assert.equal(flow.receive('typed'), 'typed');
    assert.equal(clock.pendingTimers, 0);
  });

  it('sends something long to a terminal that waits for nothing, whole', () => {
    const { terminal, flow } = createFlow();
    const screen = 'x'.repeat(1_500_000);
    flow.push(screen);
    assert.deepEqual(terminal.written, [screen]);
  });

  it('holds what the terminal cannot parse yet, and sends it in order when it can', () => {
    const { terminal, flow, answer, sentChars } = createFlow();
    for (let index = 0; index < 5; index += 1) {
      flow.push(PIECE);
    }
    flow.push('last');
    assert.equal(sentChars(), VIEWER_UNPARSED_CHARS);
    answer();
    answer();
    assert.equal(sentChars(), 5 * PIECE.length + 'last'.length);
    assert.equal(terminal.written.at(-1), 'last');
  });

  it('sends no more than its rate allows once a first burst is through', () => {
    const { clock, flow, answer, sentChars, redraws } = createFlow();
    const seconds = 10;
    const screen = 's'.repeat(90_000);
    for (let ms = 0; ms < seconds * 1000; ms += 5) {
      flow.push(PIECE);
      clock.advance(5);
      answer();
      redraws.at(-1)?.give(screen);
      if (ms === 1000) {
        assert.ok(sentChars() <= 2 * VIEWER_CHARS_PER_SECOND);
      }
    }
    assert.ok(sentChars() <= (seconds + 1) * VIEWER_CHARS_PER_SECOND, `${sentChars()} characters`);
    assert.ok(sentChars() >= 90_000 * seconds * 5, 'the screen was redrawn now and then');
  });

  it('holds what is over its rate for a moment', () => {
    const { clock, flow, answer, sentChars, terminal } = createFlow();
    for (let chars = 0; chars < VIEWER_CHARS_PER_SECOND; chars += PIECE.length) {
      flow.push(PIECE);
      answer();
    }
    flow.push('end');
    assert.notEqual(terminal.written.at(-1), 'end');
    clock.advance(100);
    assert.equal(terminal.written.at(-1), 'end');
    assert.ok(sentChars() > VIEWER_CHARS_PER_SECOND);
  });

  it('drops what is too much, shows the screen soon, and redraws the whole when it is calm', () => {
    const { clock, terminal, attachment, redraws, flow, answer, flood } = createFlow();
    flood();
    assert.ok(attachment.isBehind);
    flow.push('dropped');
    assert.deepEqual(terminal.written, []);
    clock.advance(100);
    redraws[0]?.give('screen');
    answer();
    clock.advance(600);
    assert.deepEqual(scopes(redraws), ['screen', 'all']);
    flow.push('in the redraw');
    redraws[1]?.give('whole');
    flow.push('after it');
    assert.deepEqual(terminal.written, ['screen', 'whole', 'after it']);
  });

  it('redraws the screen alone while the flood goes on, ten times a second at most', () => {
    const { clock, terminal, redraws, flow, answer, flood } = createFlow();
    flood();
    for (let ms = 0; ms < 1000; ms += 10) {
      flow.push(PIECE);
      clock.advance(10);
      redraws.at(-1)?.give('frame');
      answer();
    }
    assert.ok(redraws.length >= 9 && redraws.length <= 10, `${redraws.length} redraws`);
    assert.ok(redraws.every(({ scope }) => scope === 'screen'));
    clock.advance(1000);
    assert.equal(redraws.at(-1)?.scope, 'all');
    redraws.at(-1)?.give('whole');
    assert.equal(terminal.written.at(-1), 'whole');
    answer();
    assert.equal(clock.pendingTimers, 0);
  });

  it('shows at once what comes when a flood has ended', () => {
    const { clock, terminal, redraws, flow, answer, flood } = createFlow();
    flood();
    clock.advance(100);
    redraws.at(-1)?.give('end of the flood');
    answer();
    clock.advance(250);
    flow.push('prompt');
    clock.advance(20);
    redraws.at(-1)?.give('prompt');
    assert.deepEqual(scopes(redraws), ['screen', 'screen']);
    assert.deepEqual(terminal.written, ['end of the flood', 'prompt']);
  });

  it('does not redraw again before the last redraw is parsed', () => {
    const { clock, redraws, flow, answer, flood } = createFlow();
    flood();
    for (let ms = 0; ms < 500; ms += 10) {
      flow.push(PIECE);
      clock.advance(10);
      redraws.at(-1)?.give('frame');
    }
    assert.equal(redraws.length, 1);
    answer();
    assert.equal(redraws.length, 2);
  });

  it('drops output for a terminal that does not answer, and redraws it when it does', () => {
    const { clock, terminal, attachment, redraws, flow, answer } = createFlow();
    flow.push(PIECE);
    answer();
    flow.push(PIECE);
    clock.advance(1000);
    flow.push('dropped');
    assert.deepEqual([attachment.isBehind, terminal.written.length], [true, 2]);
    clock.advance(60_000);
    assert.equal(redraws.length, 0);
    assert.ok(terminal.unanswered <= 10, `${terminal.unanswered} questions`);
    answer();
    redraws[0]?.give('screen');
    flow.push('after');
    assert.deepEqual(terminal.written.slice(2), ['screen', 'after']);
  });

  it('goes on without a redraw where a terminal was late and missed nothing', () => {
    const { clock, terminal, attachment, redraws, flow, answer } = createFlow();
    flow.push(PIECE);
    answer();
    flow.push(PIECE);
    clock.advance(1500);
    answer();
    assert.equal(attachment.isBehind, false);
    flow.push('more');
    assert.deepEqual(terminal.written.slice(2), ['more']);
    assert.deepEqual(redraws, []);
  });

  it('redraws where asking a late terminal again broke off a sequence', () => {
    const { clock, redraws, flow, answer } = createFlow();
    flow.push(PIECE);
    answer();
    flow.push(`${PIECE}\x1b[3`);
    clock.advance(1500);
    answer();
    assert.deepEqual(scopes(redraws), ['all']);
  });

  it('asks a late terminal again as soon as it is used', () => {
    const { clock, terminal, flow, answer } = createFlow();
    flow.push(PIECE);
    answer();
    flow.push(PIECE);
    clock.advance(5000);
    const before = terminal.unanswered;
    assert.equal(flow.receive('x'), 'x');
    flow.receive('y');
    flow.handleSignOfLife();
    assert.equal(terminal.unanswered, before + 1);
  });

  it('redraws a terminal that never answers too', () => {
    const { clock, terminal, redraws, flow } = createFlow();
    for (let index = 0; index < 10; index += 1) {
      flow.push(PIECE);
    }
    clock.advance(1000);
    redraws[0]?.give('screen');
    flow.push('after');
    assert.deepEqual(terminal.written.slice(3), ['screen', 'after']);
  });

  it('redraws where an endless sequence leaves no place to ask', () => {
    const { clock, terminal, redraws, flow, answer } = createFlow();
    flow.push('\x1b]0;');
    for (let index = 0; index < 4; index += 1) {
      flow.push(PIECE);
    }
    assert.equal(terminal.unanswered, 1);
    answer();
    clock.advance(100);
    assert.deepEqual(scopes(redraws), ['screen']);
  });

  it('sends everything while it is not attached', () => {
    const { flow, sentChars } = createFlow({ isAttached: false });
    for (let index = 0; index < 100; index += 1) {
      flow.push(PIECE);
    }
    assert.equal(sentChars(), 100 * PIECE.length);
  });

  it('does nothing any more once it is disposed', () => {
    const { clock, terminal, redraws, flow, answer, flood } = createFlow();
    flood();
    clock.advance(100);
    flow.dispose();
    redraws[0]?.give('late');
    flow.push('later');
    answer();
    assert.deepEqual(terminal.written, []);
    assert.equal(clock.pendingTimers, 0);
  });
});
