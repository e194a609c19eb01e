import assert from 'node:assert/strict';
import { VIEWER_CHARS_PER_SECOND } from '../../../../src/pty/limits';
import { createFlow, scopes } from '../../../support/pty/outputFlows';

const KB = 1024;
/** As much as comes at once in a flood. */
const PIECE = 'x'.repeat(64 * KB);

describe('OutputFlow, paced', () => {
  function paced() {
    const parts = createFlow({
      isPaced: true,
      highWatermark: 192 * KB,
      options: { holdLimit: 256 * KB, lastRedrawLimitMs: 1000 },
    });
    /** More than the sink takes: it is behind after it, and takes what it has. */
    const flood = (): void => {
      for (let count = 0; count < 10; count++) {
        parts.flow.push(PIECE);
      }
      parts.sink.written = [];
      parts.take();
    };
    return { ...parts, flood };
  }

  it('sets no timer for what a quiet session writes', () => {
    const { clock, flow } = paced();
    flow.push('a');
    flow.push('b');
    assert.equal(clock.pendingTimers, 0);
  });

  it('sends no more than its rate allows once a first burst is through', () => {
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
    assert.ok(sink.length >= 90_000 * seconds * 5, 'the screen was redrawn now and then');
  });

  it('holds what is over its rate for a moment', () => {
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

  it('draws the screen soon, and the whole when it is calm', () => {
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

  it('draws the screen alone while the flood goes on, ten times a second at most', () => {
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

  it('draws at once what comes when a flood has ended', () => {
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

  it('ends after the whole where the screen alone is on its way', () => {
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
