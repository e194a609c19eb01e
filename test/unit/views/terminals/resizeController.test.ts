import assert from 'node:assert/strict';
import type { Dimensions } from '../../../../src/pty/ptyProcess';
import { ResizeController } from '../../../../src/views/terminals/resizeController';
import { ManualClock } from '../../../support/manualClock';

const GUESS = { cols: 80, rows: 30 };
const REAL = { cols: 112, rows: 41 };

describe('ResizeController', () => {
  describe('before the session is shown', () => {
    function subject(guess: Dimensions | undefined) {
      const clock = new ManualClock();
      const settled: (Dimensions | undefined)[] = [];
      const sizes = new ResizeController(clock);
      sizes.settle(guess, (found) => settled.push(found));
      return { clock, settled, sizes };
    }

    it('settles at once, and once, on the first size that differs from the guess', () => {
      const { clock, settled, sizes } = subject(GUESS);
      sizes.push(GUESS);
      assert.deepEqual(settled, []);
      sizes.push(REAL);
      sizes.push({ cols: 50, rows: 10 });
      clock.advance(1000);
      assert.deepEqual(settled, [REAL]);
      assert.equal(clock.pendingTimers, 0);
    });

    it('settles on the guess if no other size comes within 150 ms', () => {
      const { clock, settled, sizes } = subject(GUESS);
      sizes.push(GUESS);
      clock.advance(149);
      assert.deepEqual(settled, []);
      clock.advance(1);
      assert.deepEqual(settled, [GUESS]);
    });

    it('settles on any size without a guess', () => {
      const { settled, sizes } = subject(undefined);
      sizes.push(GUESS);
      assert.deepEqual(settled, [GUESS]);
    });

    it('does not settle after dispose', () => {
      const { clock, settled, sizes } = subject(GUESS);
      sizes.dispose();
      sizes.push(REAL);
      clock.advance(1000);
      assert.deepEqual(settled, []);
    });
  });

  describe('while the session is shown', () => {
    function subject(
      dimensions: Dimensions | undefined = { cols: 80, rows: 24 },
      isEarlier = false,
    ) {
      const clock = new ManualClock();
      const sent: Dimensions[] = [];
      const redraws = { count: 0 };
      const sizes = new ResizeController(clock);
      sizes.follow({
        attachment: { resize: (size) => sent.push(size) },
        dimensions,
        isEarlier,
        refresh: () => redraws.count++,
      });
      return { clock, sent, redraws, sizes };
    }

    it('passes on rows at once', () => {
      const { sent, sizes } = subject();
      sizes.push({ cols: 80, rows: 30 });
      assert.deepEqual(sent, [{ cols: 80, rows: 30 }]);
    });

    it('passes on only the last columns, after they have been stable', () => {
      const { clock, sent, redraws, sizes } = subject();
      sizes.push({ cols: 90, rows: 24 });
      clock.advance(100);
      sizes.push({ cols: 100, rows: 24 });
      clock.advance(100);
      assert.deepEqual(sent, []);
      clock.advance(30);
      assert.deepEqual(sent, [{ cols: 100, rows: 24 }]);
      assert.equal(redraws.count, 0);
    });

    it('drops repeats, and does not let them delay a width', () => {
      const { clock, sent, redraws, sizes } = subject();
      sizes.push({ cols: 80, rows: 24 });
      clock.advance(1000);
      assert.deepEqual([sent, redraws.count], [[], 0]);
      sizes.push({ cols: 90, rows: 24 });
      clock.advance(100);
      sizes.push({ cols: 90, rows: 24 });
      clock.advance(30);
      assert.deepEqual(sent, [{ cols: 90, rows: 24 }]);
    });

    it('drops a width that changes back, and redraws the terminal, which may have adopted it', () => {
      const { clock, sent, redraws, sizes } = subject();
      sizes.push({ cols: 60, rows: 24 });
      clock.advance(50);
      sizes.push({ cols: 80, rows: 24 });
      clock.advance(129);
      assert.equal(redraws.count, 0);
      clock.advance(1);
      assert.equal(redraws.count, 1);
      assert.deepEqual(sent, []);
      assert.equal(clock.pendingTimers, 0);
    });

    it('passes on rows that change with a width that changes back', () => {
      const { clock, sent, redraws, sizes } = subject();
      sizes.push({ cols: 60, rows: 24 });
      sizes.push({ cols: 80, rows: 30 });
      assert.deepEqual(sent, [{ cols: 80, rows: 30 }]);
      sizes.push({ cols: 80, rows: 31 });
      clock.advance(1000);
      assert.deepEqual(sent.slice(1), [{ cols: 80, rows: 31 }]);
      assert.equal(redraws.count, 1);
    });

    it('passes on a size that was announced before the session was shown', () => {
      const { clock, sent, sizes } = subject();
      sizes.unfollow();
      sizes.push(REAL);
      sizes.follow({
        attachment: { resize: (size) => sent.push(size) },
        dimensions: GUESS,
        isEarlier: false,
        refresh: () => {},
      });
      clock.advance(130);
      assert.deepEqual(sent, [REAL]);
    });

    it('passes on nothing after it left the session, or after dispose', () => {
      for (const end of ['unfollow', 'dispose'] as const) {
        const { clock, sent, redraws, sizes } = subject();
        sizes.push({ cols: 90, rows: 24 });
        sizes[end]();
        sizes.push({ cols: 80, rows: 30 });
        clock.advance(2000);
        assert.deepEqual([sent, redraws.count], [[], 0], end);
      }
    });

    it('redraws an earlier session at a late size, twice at a late width', () => {
      const { clock, redraws, sizes } = subject({ cols: 80, rows: 24 }, true);
      sizes.push({ cols: 80, rows: 22 });
      assert.equal(redraws.count, 1);
      sizes.push({ cols: 90, rows: 22 });
      clock.advance(130);
      assert.equal(redraws.count, 2);
      clock.advance(1500);
      assert.equal(redraws.count, 3);
      clock.advance(1000);
      sizes.push({ cols: 90, rows: 20 });
      assert.equal(redraws.count, 3);
    });

    it('has the program redraw by one row less, then the size that was applied last', () => {
      const { clock, sent, sizes } = subject();
      sizes.redrawProgram();
      sizes.push({ cols: 90, rows: 24 });
      clock.advance(100);
      assert.deepEqual(sent, [
        { cols: 80, rows: 23 },
        { cols: 80, rows: 24 },
      ]);
      clock.advance(30);
      assert.deepEqual(sent.slice(2), [{ cols: 90, rows: 24 }]);
    });
  });
});
