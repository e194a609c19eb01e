import assert from 'node:assert/strict';
import { VIEWER_CHARS_PER_SECOND } from '../../../../src/pty/limits';
import { createFlow, scopes } from '../../../support/pty/outputFlows';

const KB = 1024;
/** One chunk of a flood of output. */
const PIECE = 'x'.repeat(64 * KB);

describe('OutputFlow, paced', () => {
  function paced() {
    const parts = createFlow({
      isPaced: true,
      highWatermark: 192 * KB,
      options: { heldLimit: 256 * KB, lastRedrawLimitMs: 1000 },
    });
    /** Pushes more than the sink has room for, so that it falls behind, and drains it. */
    const flood = (): void => {
      for (let count = 0; count < 10; count++) {
        parts.flow.push(PIECE);
      }
      parts.sink.written = [];
      parts.take();
    };
    return { ...parts, flood };
  }

  it('sets no timer for the output of a quiet session', () => {
    const { clock, flow } = paced();
    flow.push('a');
    flow.push('b');
    assert.equal(clock.pendingTimers, 0);
  });

  it('sends no more than its rate allows after a first burst', () => {
    const { clock, flow, sink, redraws, take } = paced();
    const seconds = 10;
    const screen = 's'.repeat(90_000);
    for (let ms = 0; ms < seconds * 1000; ms += 5) {
      flow.push(PIECE);
      clock.advance(5);
      take();
      redraws.at(-1)?.give(screen);
      if (ms === 1000) {
        assert.ok(sink.length <= 2 * VIEWER_CHARS_PER_SECOND);
      }
    }
    assert.ok(sink.length <= (seconds + 1) * VIEWER_CHARS_PER_SECOND, `${sink.length} characters`);
    assert.ok(sink.length >= 90_000 * seconds * 5, 'the screen was redrawn five times a second');
  });

  it('holds output above its rate until the rate allows it', () => {
    const { clock, flow, sink, take } = paced();
    for (let chars = 0; chars < VIEWER_CHARS_PER_SECOND; chars += PIECE.length) {
      flow.push(PIECE);
      take();
    }
    flow.push('end');
    assert.notEqual(sink.written.at(-1), 'end');
    clock.advance(100);
    assert.equal(sink.written.at(-1), 'end');
  });

  it('redraws the screen soon after a flood, and everything once output has paused', () => {
    const { clock, flow, sink, attachment, redraws, take, flood } = paced();
    flood();
    assert.ok(attachment.isBehind);
    flow.push('dropped');
    clock.advance(100);
    redraws[0]?.give('screen');
    take();
    clock.advance(600);
    assert.deepEqual(scopes(redraws), ['screen', 'all']);
    redraws[1]?.give('whole');
    flow.push('after it');
    assert.deepEqual(sink.written, ['[screen]', '[whole]', 'after it']);
  });

  it('redraws only the screen during a flood, ten times a second at most', () => {
    const { clock, flow, sink, redraws, take, flood } = paced();
    flood();
    for (let ms = 0; ms < 1000; ms += 10) {
      flow.push(PIECE);
      clock.advance(10);
      redraws.at(-1)?.give('frame');
      take();
    }
    assert.ok(redraws.length >= 9 && redraws.length <= 10, `${redraws.length} redraws`);
    assert.ok(redraws.every(({ scope }) => scope === 'screen'));
    clock.advance(1000);
    assert.equal(redraws.at(-1)?.scope, 'all');
    redraws.at(-1)?.give('whole');
    assert.equal(sink.written.at(-1), '[whole]');
    take();
    assert.equal(clock.pendingTimers, 0);
  });

  it('redraws the first output after a flood within 20 ms', () => {
    const { clock, flow, sink, redraws, take, flood } = paced();
    flood();
    clock.advance(100);
    redraws.at(-1)?.give('end of the flood');
    take();
    clock.advance(250);
    flow.push('prompt');
    clock.advance(20);
    redraws.at(-1)?.give('prompt');
    assert.deepEqual(scopes(redraws), ['screen', 'screen']);
    assert.deepEqual(sink.written, ['[end of the flood]', '[prompt]']);
  });

  it('does not redraw again before the sink has taken the last redraw', () => {
    const { clock, flow, redraws, take, flood } = paced();
    flood();
    for (let ms = 0; ms < 500; ms += 10) {
      flow.push(PIECE);
      clock.advance(10);
      redraws.at(-1)?.give('frame');
    }
    assert.equal(redraws.length, 1);
    take();
    assert.equal(redraws.length, 2);
  });

  it('redraws everything before it ends, even while a redraw of only the screen is under way', () => {
    const { clock, flow, sink, redraws, flood, end } = paced();
    flood();
    flow.push(PIECE);
    clock.advance(100);
    end();
    redraws[0]?.give('frame');
    redraws[1]?.give('whole');
    assert.deepEqual(scopes(redraws), ['screen', 'all']);
    assert.deepEqual(sink.written, ['[frame]', '[whole]', 'end']);
    assert.equal(clock.pendingTimers, 0);
  });

  it('leaves no timer behind when it is disposed', () => {
    const { clock, flow, sink, redraws, flood } = paced();
    flood();
    flow.push('dropped');
    assert.ok(clock.pendingTimers > 0);
    flow.dispose();
    clock.advance(1000);
    assert.deepEqual([sink.written, redraws, clock.pendingTimers], [[], [], 0]);
  });
});
