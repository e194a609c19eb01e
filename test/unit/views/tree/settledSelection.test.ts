import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event';
import { SettledSelection } from '../../../../src/views/tree/settledSelection';
import type { TreeNode } from '../../../../src/views/tree/treeModel';
import { ManualClock } from '../../../support/manualClock';

const ROW: TreeNode = { kind: 'session', id: 'x', session: 'ada-main-t1', folder: undefined };

describe('SettledSelection', () => {
  function subject(selected: TreeNode | undefined) {
    const clock = new ManualClock();
    const served = new Emitter<void>();
    const world = { selected };
    const settling = new SettledSelection(clock, () => world.selected, served.event);
    return { clock, served, settling, world };
  }

  it('returns the selected row at once', async () => {
    assert.equal(await subject(ROW).settling.settled(), ROW);
  });

  it('waits while VS Code requests the rows again, one parent after another', async () => {
    const { clock, served, settling, world } = subject(undefined);
    const settled = settling.settled();
    served.fire();
    clock.advance(1);
    world.selected = ROW;
    served.fire();
    clock.advance(1);
    assert.equal(await settled, ROW);
  });

  it('returns undefined after a time limit, and on dispose', async () => {
    const { clock, settling } = subject(undefined);
    const late = settling.settled();
    clock.advance(2_000);
    assert.equal(await late, undefined);
    const gone = settling.settled();
    settling.dispose();
    assert.equal(await gone, undefined);
  });
});
