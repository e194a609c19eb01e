import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { MAX_VIEWERS } from '../../../../src/pty/limits';
import { describeSessions, specOf } from '../../../support/pty/useSessionManager';
import { requireSession } from '../../../../src/pty/sessionBackend';

describeSessions('Viewers', (fixture) => {
  const { arrived, processOf, types, watch } = fixture;

  it('receive the current screen, and all later output once', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).print('one\r\n\x1b[31mtwo');
    const { seen } = await watch();
    await arrived();
    processOf(0).print(' three');
    await arrived();
    assert.deepEqual(seen, { drawn: 'one\ntwo', live: ' three', exits: 0 });
  });

  it('receive all output exactly once, even if ten of them attach during a flood', async () => {
    await fixture.manager.create(specOf('a', { dimensions: { cols: 20, rows: 5 } }));
    let printed = 0;
    const flood = () => processOf(0).print(`${printed++}\r\n`);
    const coming = Array.from({ length: 10 }, () => {
      flood();
      const viewer = watch();
      flood();
      return viewer;
    });
    flood();
    const viewers = await Promise.all(coming);
    flood();
    await arrived();
    const all = Array.from({ length: printed }, (_, number) => number);
    for (const { seen } of viewers) {
      const numbers = `${seen.drawn}\n${seen.live}`.match(/\d+/g)?.map(Number);
      await arrived();
      assert.deepEqual(numbers, all);
    }
  });

  it('receive the screen, then the requested rows of the scrollback, then output that arrived meanwhile', async () => {
    await fixture.manager.create(specOf('a', { dimensions: { cols: 20, rows: 2 } }));
    const lines = Array.from({ length: 50 }, (_, number) => `line ${number}\r\n`).join('');
    await arrived();
    processOf(0).print(lines);
    const shown: (readonly string[] | null)[] = [];
    const onData = (data: string): void => {
      if (shown.push(data.match(/line \d+|now/g)) === 1) {
        processOf(0).print('now');
      }
    };
    await requireSession(fixture.manager, 'a').attach({ scrollback: 3, onData, onExit() {} });
    const numbered = (numbers: readonly number[]) => numbers.map((n) => `line ${n}`);
    await arrived();
    assert.deepEqual(shown, [numbered([49]), numbered([46, 47, 48, 49]), ['now']]);
  });

  it('receive a screen without scrollback once', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).print('one');
    const shown: string[] = [];
    await requireSession(fixture.manager, 'a').attach({
      onData: (data) => shown.push(data),
      onExit() {},
    });
    await arrived();
    assert.equal(shown.length, 1);
  });

  it('receive a split character as a whole, even if they attach between its bytes', async () => {
    await fixture.manager.create(specOf('a'));
    const euro = Buffer.from('€');
    await arrived();
    processOf(0).print(euro.subarray(0, 1));
    const { seen } = await watch();
    await arrived();
    processOf(0).print(euro.subarray(1, 2));
    processOf(0).print(euro.subarray(2));
    await arrived();
    assert.equal(seen.live, '€');
  });

  it('receive unchanged bytes with onBytes, and only redraws as text', async () => {
    await fixture.manager.create(specOf('a'));
    const euro = Buffer.from('€');
    await arrived();
    processOf(0).print('one');
    processOf(0).print(euro.subarray(0, 1));
    const drawings: string[] = [];
    const parts: Uint8Array[] = [];
    const attachment = await requireSession(fixture.manager, 'a').attach({
      onData: (drawing) => drawings.push(drawing),
      onBytes: (bytes) => parts.push(bytes),
      onExit() {},
    });
    const live = () => Buffer.concat(parts).toString('hex');
    await arrived();
    processOf(0).print(euro.subarray(1));
    processOf(0).print(Buffer.from([0xff, 0x41, 0xc3]));
    await arrived();
    assert.equal(drawings.length, 1);
    await arrived();
    assert.match(drawings.join(''), /one/);
    await arrived();
    assert.equal(live(), 'e282acff41c3');
    attachment.fallBehind();
    const redrawn: string[] = [];
    await new Promise<void>((resolve) => {
      attachment.redraw('all', (screen) => resolve(void redrawn.push(screen)));
    });
    await arrived();
    processOf(0).print(Buffer.from([0xfe]));
    await arrived();
    assert.match(redrawn.join(''), /one€/);
    await arrived();
    assert.equal(live(), 'e282acff41c3c3fe');
  });

  it('set the size when they type or resize', async () => {
    await fixture.manager.create(specOf('a'));
    const small = await watch({ cols: 40, rows: 10 });
    const large = await watch({ cols: 100, rows: 40 });
    const size = () => fixture.manager.get('a')?.dimensions;
    await arrived();
    assert.deepEqual(size(), { cols: 100, rows: 40 });
    small.attachment.write('x');
    await arrived();
    assert.deepEqual(size(), { cols: 40, rows: 10 });
    large.attachment.resize({ cols: 90, rows: 30 });
    await arrived();
    assert.deepEqual(size(), { cols: 90, rows: 30 });
  });

  it('do not set the size when only their terminal answers', async () => {
    await fixture.manager.create(specOf('a'));
    const small = await watch({ cols: 40, rows: 10 });
    const large = await watch({ cols: 100, rows: 40 });
    small.attachment.write('x');
    large.attachment.write('\x1b[1;1R');
    await arrived();
    assert.equal(processOf(0).written, 'x\x1b[1;1R');
    await arrived();
    assert.deepEqual(fixture.manager.get('a')?.dimensions, { cols: 40, rows: 10 });
  });

  it('set the size when they attach, even after many resizes', async () => {
    await fixture.manager.create(specOf('a'));
    for (let cols = 1; cols <= 100; cols++) {
      fixture.manager.find('a')?.resize({ cols, rows: 10 });
    }
    await watch({ cols: 90, rows: 30 });
    await arrived();
    assert.deepEqual(fixture.manager.get('a')?.dimensions, { cols: 90, rows: 30 });
  });

  it('are counted, and throw an error that names attach() once they are detached', async () => {
    await fixture.manager.create(specOf('a'));
    const { attachment } = await watch();
    await arrived();
    assert.equal(fixture.manager.get('a')?.attachedCount, 1);
    attachment.dispose();
    await arrived();
    assert.equal(fixture.manager.get('a')?.attachedCount, 0);
    for (const use of [
      () => attachment.write('x'),
      () => attachment.resize({ cols: 1, rows: 1 }),
    ]) {
      await arrived();
      assert.throws(
        use,
        (error) => SessionError.is(error, 'DETACHED') && error.message.includes("attach('a')"),
      );
    }
    await arrived();
    assert.equal(processOf(0).disposed, false, 'the program continues');
  });

  it('that throw affect neither other viewers nor the session', async () => {
    await fixture.manager.create(specOf('a'));
    const fail = () => {
      throw new Error('bad viewer');
    };
    await requireSession(fixture.manager, 'a').attach({ onData: fail, onExit: fail });
    const { seen } = await watch();
    await arrived();
    processOf(0).print('for ');
    processOf(0).print('all');
    processOf(0).end(0);
    await arrived();
    assert.deepEqual([seen.live, seen.exits], ['for all', 1]);
    await arrived();
    assert.ok(types().includes('exit'));
    await arrived();
    assert.deepEqual(
      fixture.complaints,
      ['A viewer of a failed. Its further errors are not logged.'],
      'one entry for all errors of a viewer',
    );
  });

  it('are no longer counted after they detach', async () => {
    await fixture.manager.create(specOf('a'));
    let detached = 0;
    for (let i = 0; i < 200; i++) {
      const { attachment } = await watch();
      attachment.dispose();
      await arrived();
      detached += fixture.manager.get('a')?.attachedCount === 0 ? 1 : 0;
    }
    await arrived();
    assert.equal(detached, 200);
  });

  it('are limited in number, and make room when they detach', async () => {
    await fixture.manager.create(specOf('a'));
    const one = await watch();
    for (let count = 1; count < MAX_VIEWERS; count++) {
      await watch();
    }
    await fixture.rejects(watch(), 'ILLEGAL_STATE');
    one.attachment.dispose();
    await watch();
    await arrived();
    assert.equal(fixture.manager.get('a')?.attachedCount, MAX_VIEWERS);
  });

  it('throw on write() once the session is gone', async () => {
    await fixture.manager.create(specOf('a'));
    const { attachment } = await watch();
    await fixture.manager.find('a')?.kill();
    await arrived();
    assert.throws(
      () => attachment.write('x'),
      (error) => SessionError.is(error, 'DETACHED'),
    );
  });

  it('of an exited session receive its last output and its exit', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).print('last words');
    processOf(0).end(1);
    const { seen } = await watch();
    await arrived();
    assert.deepEqual(seen, { drawn: 'last words', live: '', exits: 1 });
  });
});
