import assert from 'node:assert/strict';
import { VIEWER_CHARS_PER_SECOND } from '../../../../src/pty/limits';
import { RedrawPace } from '../../../../src/views/terminals/redrawPace';
import { ManualClock } from '../../../support/manualClock';

const FLOOD = VIEWER_CHARS_PER_SECOND;

describe('RedrawPace', () => {
  function subject({ budgetMs = 0 } = {}) {
    const clock = new ManualClock();
    const pace = new RedrawPace(clock, { msUntil: (chars) => (chars > 0 ? budgetMs : 0) });
    clock.advance(10_000);
    pace.handleStale(FLOOD);
    return { clock, pace };
  }

  it('shows the screen at once where a flood has paused', () => {
    assert.deepEqual(subject().pace.next('silence'), { scope: 'screen', waitMs: 0 });
  });

  it('shows the screen ten times a second while it goes on', () => {
    const { clock, pace } = subject();
    clock.advance(30);
    assert.deepEqual(pace.next('output'), { scope: 'screen', waitMs: 70 });
  });

  it('shows the whole once it has been calm', () => {
    const { clock, pace } = subject();
    pace.handleAsked();
    pace.handleDrawn('screen', 5000);
    clock.advance(499);
    assert.equal(pace.next('silence').scope, 'screen');
    clock.advance(1);
    assert.deepEqual(pace.next('silence'), { scope: 'all', waitMs: 0 });
  });

  it('waits until there is budget for as much as the last such redraw cost', () => {
    const { pace } = subject({ budgetMs: 250 });
    pace.handleDrawn('screen', 5000);
    assert.deepEqual(pace.next('silence'), { scope: 'screen', waitMs: 250 });
  });
});
