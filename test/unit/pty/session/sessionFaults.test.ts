import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { nullLogger } from '../../../../src/base/logger';
import type { Dimensions } from '../../../../src/pty/ptyProcess';
import type { Screen } from '../../../../src/pty/screen/screen';
import { Viewers } from '../../../../src/pty/session/viewers';
import { describeSessions, specOf } from '../../../support/pty/useSessionManager';
import { requireSession } from '../../../../src/pty/sessionBackend';

const NOBODY = { onData() {}, onExit() {} };
const HOUR_MS = 3_600_000;
const SIZE: Dimensions = { cols: 80, rows: 24 };

/** Faults and races of sessions and their viewers. */
describeSessions('sessions in faults and races', (fixture) => {
  const { arrived, processOf, rejects, settle, watch } = fixture;

  const attach = (id: string) => requireSession(fixture.manager, id).attach(NOBODY);
  /** A viewer whose attach is not awaited. Its outcome is `attached`, or the code of the error. */
  const attachCounting = (id: string) => {
    const viewer = { exits: 0, outcome: Promise.resolve('') };
    const options = { onData() {}, onExit: () => viewer.exits++ };
    viewer.outcome = requireSession(fixture.manager, id)
      .attach(options)
      .then(
        () => 'attached',
        (error: unknown) => (SessionError.is(error) ? error.code : String(error)),
      );
    return viewer;
  };
  const info = () => fixture.manager.get('a');

  it('emit their exit once to a viewer that attaches while they are killed', async () => {
    for (let turns = 0; turns < 40; turns++) {
      await fixture.manager.create(specOf('a'));
      processOf(turns).print('text'.repeat(10_000));
      const viewer = attachCounting('a');
      for (let turn = 0; turn < turns; turn++) {
        // Both kinds of turns, so that the kill comes at each step of the attach.
        await (turn % 4 === 0 ? new Promise(setImmediate) : undefined);
      }
      await fixture.manager.find('a')?.kill();
      assert.equal(await viewer.outcome, 'attached', `killed after ${turns} turns`);
      await arrived();
      assert.equal(viewer.exits, 1, `killed after ${turns} turns`);
    }
  });

  it('reject a viewer that attaches while they are shut down, or emit their exit to it', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).print('text'.repeat(10_000));
    const viewer = attachCounting('a');
    await fixture.manager.shutdown(3000);
    const outcome = await viewer.outcome;
    await arrived();
    // In the host the session may continue.
    const expected = fixture.backendKind === 'host' ? ['SESSION_NOT_FOUND', 0] : ['attached', 1];
    assert.deepEqual([outcome, viewer.exits], expected);
  });

  it('reject a viewer that attaches while they are disposed of', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).print('text'.repeat(10_000));
    const attaching = attach('a');
    fixture.manager.dispose();
    await rejects(attaching, 'SESSION_NOT_FOUND');
    await arrived();
    assert.deepEqual(fixture.manager.list(), []);
  });

  it('remove a viewer that could not be drawn', async () => {
    const counts: number[] = [];
    const screen = { answersQueries: true, snapshot: () => Promise.reject(new Error('no screen')) };
    const viewers: Viewers = new Viewers(
      {
        id: 'a',
        dimensions: SIZE,
        write() {},
        resize() {},
        settleSize() {},
        handleTyped() {},
        handleViewers: () => counts.push(viewers.count),
      },
      screen as unknown as Screen,
      { clock: fixture.clock, logger: nullLogger },
    );
    await assert.rejects(viewers.attach(NOBODY), /no screen/);
    await arrived();
    assert.deepEqual(counts, [1, 0]);
  });

  it('end while a viewer attaches, and emit the exit to it', async () => {
    let release = (): void => {};
    const ended = new Promise<void>((resolve) => (release = resolve));
    fixture.endProgram = () => ended.then(() => (processOf(0).end(0), []));
    await fixture.manager.create(specOf('a'));
    const killed = fixture.manager.find('a')?.kill();
    const late = await watch();
    release();
    await killed;
    await arrived();
    assert.equal(late.seen.exits, 1);
    await arrived();
    assert.throws(
      () => late.attachment.write('x'),
      (error) => SessionError.is(error, 'DETACHED'),
    );
  });

  it('send further output to a viewer that could not be redrawn', async () => {
    let isBroken = false;
    const snapshot = { dimensions: SIZE, history: [], screen: '', tail: new Uint8Array(0) };
    const screen = {
      answersQueries: true,
      snapshot: () =>
        isBroken ? Promise.reject(new Error('no screen')) : Promise.resolve(snapshot),
    };
    const session = { id: 'a', dimensions: SIZE, write() {}, resize() {}, settleSize() {} };
    const viewers = new Viewers(
      { ...session, handleTyped() {}, handleViewers() {} },
      screen as unknown as Screen,
      { clock: fixture.clock, logger: nullLogger },
    );
    const shown: string[] = [];
    const viewer = await viewers.attach({ onData: (data) => shown.push(data), onExit() {} });
    isBroken = true;
    const drawn = new Promise<string>((resolve) => viewer.redraw('all', resolve));
    viewers.push(Buffer.from('after'));
    await arrived();
    assert.equal(await drawn, '');
    await fixture.settle();
    await arrived();
    assert.deepEqual(shown, ['after']);
  });

  it('emit their exit to a viewer that is being redrawn when they are killed', async () => {
    await fixture.manager.create(specOf('a'));
    const { attachment, seen } = await watch();
    await arrived();
    processOf(0).print('text'.repeat(10_000));
    attachment.fallBehind();
    attachment.redraw('all', () => {});
    await fixture.manager.find('a')?.kill();
    await settle();
    assert.equal(seen.exits, 1);
  });

  describe('with a size', () => {
    const SIZES: readonly (readonly [requested: Dimensions, has: Dimensions])[] = [
      [
        { cols: 0, rows: 0 },
        { cols: 1, rows: 1 },
      ],
      [
        { cols: -1, rows: 7 },
        { cols: 1, rows: 7 },
      ],
      [
        { cols: 10_000, rows: 10_000 },
        { cols: 1000, rows: 131 },
      ],
      [
        { cols: NaN, rows: NaN },
        { cols: 80, rows: 24 },
      ],
      [
        { cols: 1.5, rows: 30.9 },
        { cols: 1, rows: 30 },
      ],
      [
        { cols: 70_000, rows: Infinity },
        { cols: 1000, rows: 131 },
      ],
    ];
    for (const [requested, has] of SIZES) {
      const name = `${requested.cols} by ${requested.rows}`;

      it(`of ${name} apply the nearest valid size to program, screen and list`, async () => {
        await fixture.manager.create(specOf('a'));
        fixture.manager.find('a')?.resize(requested);
        await arrived();
        processOf(0).print('x'.repeat(40));
        const rows = await requireSession(fixture.manager, 'a').text();
        await arrived();
        assert.deepEqual([info()?.dimensions, processOf(0).resizes.at(-1)], [has, has]);
        await arrived();
        assert.ok(rows.includes('x'), rows);
      });

      it(`of ${name} from a viewer are not resized on each of its keys`, async () => {
        await fixture.manager.create(specOf('a'));
        const { attachment } = await watch(requested);
        attachment.resize(requested);
        await arrived();
        const before = processOf(0).resizes.length;
        [...'keys'].forEach((key) => attachment.write(key));
        await arrived();
        assert.deepEqual(info()?.dimensions, has);
        await arrived();
        assert.equal(processOf(0).resizes.length, before);
      });
    }

    it('that is set after their end resize no program', async () => {
      await fixture.manager.create(specOf('a'));
      await fixture.manager.create(specOf('b'));
      processOf(0).end(0);
      fixture.manager.find('a')?.resize({ cols: 33, rows: 11 });
      await arrived();
      assert.deepEqual([processOf(0).resizes, processOf(1).resizes], [[], []]);
      await arrived();
      assert.deepEqual(fixture.manager.get('b')?.dimensions, { cols: 80, rows: 24 });
    });
  });

  describe('when the clock is set', () => {
    for (const [how, ms] of [
      ['ahead', HOUR_MS],
      ['back', -HOUR_MS],
    ] as const) {
      it(`${how} by an hour, are reaped after their retention time, no sooner and no later`, async () => {
        await fixture.manager.create(specOf('a'));
        processOf(0).end(0);
        fixture.clock.set(ms);
        await arrived();
        fixture.clock.advance(59_999);
        await arrived();
        assert.ok(fixture.manager.has('a'));
        await arrived();
        fixture.clock.advance(1);
        await arrived();
        assert.ok(!fixture.manager.has('a'));
      });

      it(`${how} by an hour, are idle after two seconds without output, no sooner and no later`, async () => {
        await fixture.manager.create(specOf('a'));
        processOf(0).print('x');
        fixture.clock.set(ms);
        await arrived();
        fixture.clock.advance(1999);
        await arrived();
        assert.equal(info()?.state, 'active');
        await arrived();
        fixture.clock.advance(1);
        await arrived();
        assert.equal(info()?.state, 'idle');
      });

      if (fixture.backendKind === 'window') {
        // A session host keeps sessions that do not end.
        it(`${how} by an hour, have the same time limit to end`, async () => {
          fixture.endProgram = () => new Promise(() => {});
          await fixture.manager.create(specOf('a'));
          const down = fixture.manager.shutdown(3000);
          fixture.clock.set(ms);
          await settle();
          fixture.clock.advance(2999);
          await arrived();
          assert.ok(fixture.manager.has('a'));
          await arrived();
          fixture.clock.advance(1);
          await down;
          await arrived();
          assert.ok(!fixture.manager.has('a'));
        });
      }
    }
  });
});
