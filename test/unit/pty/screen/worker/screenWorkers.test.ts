import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FLOOD, LAZY_BYTES } from '../../../../../src/pty/limits';
import { useFakeWorkers } from '../../../../support/pty/useFakeWorkers';
import { waitFor } from '../../../../support/waitFor';

const WAIT = { limitMs: 30_000, what: 'the worker' };

const HUNG = { kind: 'hung', reason: 'it did not respond' } as const;

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('ScreenWorkers', function () {
  this.timeout(60_000);
  const on = useFakeWorkers();

  it('start no worker without a flood', async () => {
    on.screen = on.create(FLOOD.bytes);
    on.screen.write(bytes('text\r\n'.repeat(100_000)));
    assert.match(await on.screen.text(), /^text\ntext/);
    on.screen.write(bytes('x'));
    on.clock.advance(FLOOD.ms);
    on.screen.write(bytes('text\r\n'.repeat(100_000)));
    await on.screen.text();
    assert.equal(on.threads.started.length, 0);
  });

  it('start no worker for a flood of which all but the last rows are skipped', async () => {
    on.screen = on.create(FLOOD.bytes);
    on.screen.write(bytes('first\r\n'));
    await on.screen.text();
    on.screen.write(bytes(`${'text\r\n'.repeat(FLOOD.bytes / 3)}end`));
    assert.match(await on.screen.text(), /\nend$/);
    assert.equal(on.threads.started.length, 0);
  });

  it('parse a flood in one worker for all screens, and what was shown before it with it', async () => {
    on.screen = on.create(FLOOD.bytes);
    on.screen.write(bytes('before\r\n'));
    assert.match(await on.screen.text(), /^before/);
    on.screen.write(bytes(`${'\x1b[1m'.repeat(FLOOD.bytes / 2)}end`));
    assert.match(await on.screen.text({ scrollback: 100_000 }), /^before\nend$/);
    assert.ok(on.threads.last.methods.includes('restore'));
    const other = on.create();
    other.write(bytes('other'));
    assert.equal(await other.text(), 'other');
    assert.equal(on.threads.started.length, 1);
    other.dispose();
  });

  it('parse a flood of a full-screen program, of which nothing is skipped, while little of it waits', async () => {
    on.screen = on.create(FLOOD.bytes);
    const parsedBytes = (): number =>
      on.threads.last.parsed.reduce((sum, { length }) => sum + length, 0);
    on.screen.write(bytes(`\x1b[?1049h${'x'.repeat(LAZY_BYTES.most)}`));
    await on.screen.text();
    // The screen has begun its next wait only then.
    await nextTurn();
    await nextTurn();
    const before = parsedBytes();
    on.screen.write(bytes('y'.repeat(LAZY_BYTES.unskippable + 1)));
    await waitFor(() => parsedBytes() > before + LAZY_BYTES.unskippable, WAIT);
  });

  it('compress a screen, and restore it inline', async () => {
    on.screen = on.create(1000);
    on.screen.write(bytes('text'.repeat(1000)));
    const before = await on.screen.text();
    on.clock.advance(FLOOD.ms);
    await on.screen.compress();
    assert.ok(on.screen.isCompressed && on.screen.bytes < 1000, `${on.screen.bytes} bytes`);
    assert.equal(on.threads.last.requests.at(-1)?.kind, 'close');
    const calls = on.threads.last.requests.length;
    assert.equal(await on.screen.text(), before);
    assert.equal(on.threads.last.requests.length, calls);
  });

  it('parse inline if no thread can be started, which is logged once', async () => {
    const startThread = (): never => {
      assert.deepEqual(on.marks, ['set'], 'marked before the thread starts');
      throw new Error('no threads');
    };
    on.restartWith(startThread);
    for (let time = 0; time < 3; time++) {
      on.screen.write(bytes('text'));
      await on.screen.text();
    }
    assert.equal(await on.screen.text(), 'texttexttext');
    assert.equal(on.log.length, 1);
    assert.match(on.log[0] ?? '', /none may start: no threads/);
    assert.deepEqual(on.marks, ['set', 'remove']);
  });

  it('parse inline if a thread ends before its program has run, which is logged once', async () => {
    on.threads.isHung = true;
    on.screen.write(bytes('text'));
    const text = on.screen.text();
    await waitFor(() => on.threads.started.length === 1, WAIT);
    on.threads.last.end({ kind: 'exit', reason: 'Cannot find module' });
    assert.equal(await text, 'text');
    on.screen.write(bytes(' more'));
    assert.equal(await on.screen.text(), 'text more');
    assert.deepEqual([on.threads.started.length, on.log.length, on.faults], [1, 1, []]);
    assert.match(on.log[0] ?? '', /none may start: Cannot find module/);
  });

  it('parse inline while the setting is off', async () => {
    on.mode = 'off';
    on.screen.write(bytes('text'));
    assert.equal(await on.screen.text(), 'text');
    assert.equal(on.threads.started.length, 0);
    on.mode = 'auto';
    on.screen.write(bytes(' more'));
    assert.equal(await on.screen.text(), 'text more');
    assert.equal(on.threads.started.length, 1);
    on.threads.last.end();
    on.mode = 'off';
    assert.equal(await on.screen.text(), 'text more');
    assert.equal(on.threads.started.length, 1);
  });

  it('parse inline from the moment at which the setting is turned off, and lose nothing', async () => {
    on.screen.write(bytes('text'));
    await on.screen.text();
    on.mode = 'off';
    on.screen.write(bytes(' more'));
    assert.equal(await on.screen.text(), 'text more');
    assert.deepEqual([on.threads.last.isDisposed, on.threads.started.length], [true, 1]);
    assert.match(on.log.at(-1) ?? '', /screenWorker is off. Output is parsed without it/);
  });

  it('report a screen that is closed while its bytes are in a worker as gone', async () => {
    on.screen.write(bytes('text'));
    await on.screen.text();
    on.threads.last.keepBusy();
    on.screen.write(bytes('more'));
    const text = assert.rejects(on.screen.text(), /This session was closed/);
    const later = assert.rejects(on.screen.snapshot(), /This session was closed/);
    await waitFor(() => on.threads.last.methods.at(-1) === 'parse', WAIT);
    on.screen.dispose();
    on.threads.last.finish();
    await later;
    await text;
    assert.deepEqual([on.faults, on.threads.last.requests.at(-1)?.kind], [[], 'close']);
  });

  it('settle everything if screens and workers are disposed with output under way', async () => {
    on.screen.write(bytes('text'));
    await on.screen.text();
    on.threads.last.keepBusy();
    on.screen.write(new Uint8Array(5_000_000).fill(0x78));
    const text = assert.rejects(on.screen.text(), /This session was closed/);
    await waitFor(() => on.threads.last.methods.at(-1) === 'parse', WAIT);
    on.screen.dispose();
    on.disposeWorkers();
    await text;
    assert.equal(on.threads.started.length, 1);
  });

  it('mark the process while it has a worker', async () => {
    on.screen.write(bytes('text'));
    assert.deepEqual(on.marks, []);
    await on.screen.text();
    assert.deepEqual(on.marks, ['set']);
    on.threads.last.end();
    assert.deepEqual(on.marks, ['set', 'remove']);
    await on.screen.text();
    assert.deepEqual(on.marks, ['set', 'remove', 'set']);
    on.disposeWorkers();
    assert.deepEqual(on.marks, ['set', 'remove', 'set', 'remove']);
  });

  it('mark the process until the thread of a worker that was ended is gone', async () => {
    on.screen.write(bytes('text'));
    await on.screen.text();
    const [first] = on.threads.started;
    first?.end(HUNG);
    assert.deepEqual(on.marks, ['set']);
    await on.screen.text();
    on.mode = 'off';
    on.threads.last.end(HUNG);
    first?.goAway();
    assert.deepEqual(on.marks, ['set', 'set'], 'the second one is about to end');
    on.threads.last.goAway();
    assert.deepEqual(on.marks, ['set', 'set', 'remove']);
  });

  it('look for the mark of a process that died only while the setting allows a worker', async () => {
    on.mode = 'off';
    on.restartAfterDeath();
    on.screen.write(bytes('text'));
    await on.screen.text();
    assert.deepEqual(on.log, []);
    on.mode = 'auto';
    on.screen.write(bytes(' more'));
    assert.equal(await on.screen.text(), 'text more');
    assert.deepEqual([on.threads.started.length, on.log.length], [0, 1]);
  });

  it('parse inline after a process that died with a worker', async () => {
    on.restartAfterDeath();
    on.screen.write(bytes('text'));
    assert.equal(await on.screen.text(), 'text');
    assert.deepEqual([on.threads.started.length, on.log.length], [0, 1]);
    assert.match(on.log[0] ?? '', /the previous process crashed/);
  });
});
