import assert from 'node:assert/strict';
import { joinText } from '../../../../src/pty/flow/coalescer';
import { createFlow, scopes } from '../../../support/pty/outputFlows';

describe('OutputFlow', () => {
  it('sends output at once while the sink has room', () => {
    const { flow, sink } = createFlow();
    flow.push('a');
    flow.push('b');
    assert.deepEqual(sink.written, ['a', 'b']);
  });

  it('sends all output that arrives before the session is attached, even if the sink has no room', () => {
    const { flow, sink, attachment } = createFlow({ isAttached: false });
    flow.push('x'.repeat(100));
    flow.push('y'.repeat(100));
    assert.deepEqual([sink.length, attachment.isBehind], [200, false]);
  });

  it('drops output without room, redraws all once the sink has drained, and continues', () => {
    const { flow, sink, attachment, redraws, take } = createFlow();
    flow.push('0123456789');
    flow.push('dropped');
    assert.deepEqual([attachment.isBehind, flow.isBehind], [true, true]);
    flow.push('too');
    flow.handleDrained();
    assert.equal(redraws.length, 0, 'the sink has not drained enough');
    take();
    assert.deepEqual(scopes(redraws), ['all']);
    flow.push('in the redraw');
    redraws[0]?.give('screen');
    take();
    flow.push('after');
    assert.deepEqual(sink.written, ['0123456789', '[screen]', 'after']);
  });

  it('redraws at once if a chunk is larger than the room of an empty sink', () => {
    const { flow, redraws } = createFlow();
    flow.push('x'.repeat(11));
    assert.deepEqual(scopes(redraws), ['all']);
  });

  it('continues without a redraw if the session cannot be drawn', () => {
    const { flow, sink, redraws } = createFlow();
    flow.push('x'.repeat(11));
    redraws[0]?.give('');
    flow.push('after');
    assert.deepEqual(sink.written, ['after']);
  });

  it('does nothing once it is disposed', () => {
    const { flow, sink, redraws, take, end } = createFlow();
    flow.push('x'.repeat(11));
    flow.dispose();
    redraws[0]?.give('late');
    flow.push('later');
    take();
    end();
    assert.deepEqual([sink.written, flow.hasEnded], [[], true]);
  });

  describe('that is paused', () => {
    it('continues without a redraw if it missed no output', () => {
      const { flow, sink, redraws, attachment, take } = createFlow();
      flow.push('a');
      flow.pause();
      take();
      flow.push('b');
      assert.deepEqual([sink.written, redraws, attachment.isBehind], [['a', 'b'], [], false]);
    });

    it('drops output, and redraws once the sink has drained', () => {
      const { flow, attachment, redraws, take } = createFlow();
      flow.push('a');
      flow.pause();
      flow.push('dropped');
      assert.deepEqual([attachment.isBehind, redraws], [true, []]);
      take();
      assert.deepEqual(scopes(redraws), ['all']);
    });

    it('redraws a sink that has lost earlier output', () => {
      const { flow, redraws, take } = createFlow();
      flow.push('a');
      flow.pause();
      flow.fallBehind();
      take();
      assert.deepEqual(scopes(redraws), ['all']);
    });

    it('catches up before the sink has drained, with a redraw if it missed output', () => {
      const { flow, sink, redraws } = createFlow();
      flow.push('a');
      flow.pause();
      flow.catchUp();
      flow.push('b');
      flow.pause();
      flow.push('dropped');
      flow.catchUp();
      redraws[0]?.give('s');
      assert.deepEqual(sink.written, ['a', 'b', '[s]']);
    });
  });

  describe('that refreshes its sink', () => {
    it('redraws all at once', () => {
      const { flow, sink, redraws } = createFlow();
      flow.push('a');
      flow.refresh();
      redraws[0]?.give('s');
      assert.deepEqual([scopes(redraws), sink.written], [['all'], ['a', '[s]']]);
    });

    it('waits until the sink has drained if output is held', () => {
      const { flow, redraws, take } = createFlow({ options: { heldLimit: 100 } });
      flow.push('0123456789');
      flow.push('held');
      flow.refresh();
      assert.deepEqual(redraws, []);
      take();
      assert.deepEqual(scopes(redraws), ['all']);
    });

    it('requests no second redraw while one is due', () => {
      const { flow, redraws } = createFlow();
      flow.push('x'.repeat(11));
      flow.refresh();
      assert.equal(redraws.length, 1);
    });
  });

  describe('at the end of the session', () => {
    it('ends after the last output, once', () => {
      const { flow, sink, end } = createFlow();
      flow.push('last');
      end();
      end();
      flow.abandon();
      flow.push('late');
      assert.deepEqual([sink.written, flow.hasEnded], [['last', 'end'], true]);
    });

    it('redraws at once if the sink is behind, even before it has drained, and then ends', () => {
      const { flow, sink, redraws, end } = createFlow();
      flow.push('0123456789');
      flow.push('last words');
      end();
      assert.deepEqual([sink.written.at(-1), redraws.length], ['0123456789', 1]);
      redraws[0]?.give('last words');
      assert.deepEqual(sink.written.slice(1), ['[last words]', 'end']);
    });

    it('waits for the redraw that is under way', () => {
      const { flow, sink, redraws, end } = createFlow();
      flow.push('x'.repeat(11));
      end();
      redraws[0]?.give('s');
      assert.deepEqual([sink.written, redraws.length], [['[s]', 'end'], 1]);
    });

    it('ends without a redraw if it was paused and missed no output', () => {
      const { flow, sink, end } = createFlow();
      flow.push('a');
      flow.pause();
      end();
      assert.deepEqual(sink.written, ['a', 'end']);
    });

    for (const when of ['before its end', 'after its end'] as const) {
      it(`does not wait for a redraw of a session that is abandoned ${when}`, () => {
        const { flow, sink, redraws, end } = createFlow();
        flow.push('x'.repeat(11));
        const steps =
          when === 'before its end' ? [() => flow.abandon(), end] : [end, () => flow.abandon()];
        steps.forEach((step) => step());
        redraws[0]?.give('late');
        assert.deepEqual(sink.written, ['end']);
      });
    }

    it('waits for the last redraw up to its limit, or without a limit if none is set', () => {
      const limited = createFlow({ options: { lastRedrawLimitMs: 1000 } });
      const patient = createFlow();
      for (const { flow, clock, redraws, end } of [limited, patient]) {
        flow.push('x'.repeat(11));
        end();
        clock.advance(1000);
        redraws[0]?.give('s');
        assert.equal(clock.pendingTimers, 0);
      }
      assert.deepEqual([limited.sink.written, patient.sink.written], [['end'], ['[s]', 'end']]);
    });

    it('sends held output and output that waits to be joined before it ends', () => {
      const { flow, sink, clock, end } = createFlow({
        options: { heldLimit: 100, join: joinText },
      });
      ['0123456789', 'held', 'joined'].forEach((text) => flow.push(text));
      end();
      assert.deepEqual(sink.written, ['0123456789', 'heldjoined', 'end']);
      assert.equal(clock.pendingTimers, 0);
    });
  });

  describe('that holds output', () => {
    const holding = () => createFlow({ options: { heldLimit: 20 } });

    it('sends it in order when the sink has room', () => {
      const { flow, sink, take } = holding();
      ['0123456789', 'abcdefgh', 'ij', 'kl'].forEach((text) => flow.push(text));
      assert.deepEqual(sink.written, ['0123456789']);
      take();
      assert.deepEqual(sink.written.slice(1), ['abcdefgh', 'ij']);
      take();
      assert.deepEqual(sink.written.slice(3), ['kl']);
    });

    it('falls behind above its limit, and drops the held output', () => {
      const { flow, sink, attachment, redraws, take } = holding();
      ['0123456789', 'abcdefghij', 'klmnopqrst'].forEach((text) => flow.push(text));
      assert.equal(attachment.isBehind, false);
      flow.push('u');
      assert.equal(attachment.isBehind, true);
      take();
      redraws[0]?.give('s');
      assert.deepEqual(sink.written, ['0123456789', '[s]']);
    });

    it('falls behind if the sink has no room and will not report that it has drained', () => {
      const { flow, sink, redraws } = holding();
      flow.push('0123456789');
      sink.isUnaware = true;
      flow.push('a');
      assert.deepEqual(scopes(redraws), ['all']);
    });
  });

  describe('that joins output', () => {
    const options = { join: joinText };

    it('sends the first chunk of a burst at once, and the rest together', () => {
      const { flow, sink, clock } = createFlow({ options });
      ['a', 'b', 'c'].forEach((text) => flow.push(text));
      assert.deepEqual(sink.written, ['a']);
      clock.advance(5);
      assert.deepEqual(sink.written, ['a', 'bc']);
    });

    it('sends the waiting output at once on flush()', () => {
      const { flow, sink } = createFlow({ options });
      ['a', 'b'].forEach((text) => flow.push(text));
      flow.flush();
      assert.deepEqual(sink.written, ['a', 'b']);
    });

    it('sends the waiting output before a redraw or a pause', () => {
      const { flow, sink } = createFlow({ options });
      ['a', 'b'].forEach((text) => flow.push(text));
      flow.pause();
      assert.deepEqual(sink.written, ['a', 'b']);
      flow.catchUp();
      ['c', 'd'].forEach((text) => flow.push(text));
      flow.refresh();
      assert.equal(sink.written.join(''), 'abcd');
    });

    it('drops the waiting output when it falls behind', () => {
      const { flow, sink, redraws, clock, take } = createFlow({ options });
      ['a', 'b'].forEach((text) => flow.push(text));
      flow.fallBehind();
      take();
      redraws[0]?.give('s');
      clock.advance(5);
      assert.deepEqual(sink.written, ['a', '[s]']);
    });
  });
});
