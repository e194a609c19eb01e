import assert from 'node:assert/strict';
import { OutputPace } from '../../../../src/pty/flow/outputPace';
import { VIEWER_BURST_CHARS, VIEWER_CHARS_PER_SECOND } from '../../../../src/pty/limits';
import { ManualClock } from '../../../support/manualClock';

describe('OutputPace', () => {
  /** A terminal that has just fallen behind in a flood. */
  function subject() {
    const clock = new ManualClock();
    const pace = new OutputPace(clock);
    pace.handleBehind(VIEWER_CHARS_PER_SECOND);
    return { clock, pace };
  }

  it('draws the screen as soon as a flood has paused', () => {
    const { clock, pace } = subject();
    clock.advance(5);
    assert.deepEqual(pace.nextRedraw(), { scope: 'screen', waitMs: 10 });
    clock.advance(10);
    assert.deepEqual(pace.nextRedraw(), { scope: 'screen', waitMs: 0 });
  });

  it('draws the screen ten times a second while a flood continues', () => {
    const { clock, pace } = subject();
    clock.advance(90);
    pace.handleDropped(1000);
    assert.deepEqual(pace.nextRedraw(), { scope: 'screen', waitMs: 10 });
  });

  it('draws everything once output has paused for 500 ms', () => {
    const { clock, pace } = subject();
    pace.handleRequested();
    pace.handleDrawn('screen', 5000);
    clock.advance(499);
    assert.deepEqual(pace.nextRedraw(), { scope: 'screen', waitMs: 1 });
    clock.advance(1);
    assert.deepEqual(pace.nextRedraw(), { scope: 'all', waitMs: 0 });
  });

  it('waits until its rate allows a redraw as large as the last one', () => {
    const { clock, pace } = subject();
    pace.handleDrawn('screen', VIEWER_CHARS_PER_SECOND / 2);
    pace.handleSent(VIEWER_BURST_CHARS);
    clock.advance(100);
    assert.deepEqual(pace.nextRedraw(), { scope: 'screen', waitMs: 400 });
  });

  it('allows more than a burst once its rate allows a whole burst', () => {
    const { clock, pace } = subject();
    pace.handleSent(1);
    assert.equal(pace.msUntil(2 * VIEWER_BURST_CHARS), 1);
    clock.advance(1);
    assert.equal(pace.msUntil(2 * VIEWER_BURST_CHARS), 0);
  });
});
