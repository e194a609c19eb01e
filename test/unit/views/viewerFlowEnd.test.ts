import assert from 'node:assert/strict';
import { createFlow, PIECE, REPLY, scopes } from '../../support/pty/viewerFlows';

describe('ViewerFlow, at the end of the session', () => {
  function ending() {
    const parts = createFlow();
    const end = (): void => parts.flow.finish(() => parts.terminal.written.push('[ended]'));
    return { ...parts, end };
  }

  it('sends what is held', () => {
    const { clock, flow, terminal, end } = ending();
    for (let index = 0; index < 4; index += 1) {
      flow.push(PIECE);
    }
    flow.push('last words');
    end();
    assert.deepEqual(terminal.written.slice(-2), ['last words', '[ended]']);
    assert.equal(flow.receive(`x${REPLY}`), 'x');
    assert.equal(clock.pendingTimers, 0);
  });

  it('redraws a stale terminal first, whether it answers or not', () => {
    const { clock, terminal, redraws, flood, end } = ending();
    flood();
    end();
    assert.deepEqual(terminal.written, []);
    redraws[0]?.give('screen');
    assert.deepEqual(terminal.written, ['screen', '[ended]']);
    assert.equal(clock.pendingTimers, 0);
  });

  it('waits for the whole where the screen alone is on its way', () => {
    const { clock, flow, terminal, redraws, flood, end } = ending();
    flood();
    for (let index = 0; index < 10; index += 1) {
      flow.push(PIECE);
    }
    clock.advance(100);
    end();
    redraws[0]?.give('frame');
    redraws[1]?.give('whole');
    assert.deepEqual(scopes(redraws), ['screen', 'all']);
    assert.deepEqual(terminal.written, ['frame', 'whole', '[ended]']);
  });

  it('waits a second for a redraw, no longer', () => {
    const { clock, terminal, redraws, flood, end } = ending();
    flood();
    end();
    clock.advance(1000);
    redraws[0]?.give('late');
    assert.deepEqual(terminal.written, ['[ended]']);
    assert.equal(clock.pendingTimers, 0);
  });
});
