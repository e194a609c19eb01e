import assert from 'node:assert/strict';
import { ProcessScreens } from '../../../../src/pty/screen/processScreens';
import { LAZY_BYTES, MAX_UNUSED_SCREENS } from '../../../../src/pty/limits';
import type { Screen } from '../../../../src/pty/screen/screen';
import { COMPRESS_AFTER_MS } from '../../../../src/pty/screen/screenCompression';
import { ManualClock } from '../../../support/manualClock';
import { createScreen } from '../../../support/pty/screens';
import { waitFor } from '../../../support/waitFor';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe("a screen's sleep", () => {
  let clock: ManualClock;
  let screen: Screen;

  beforeEach(() => {
    clock = new ManualClock();
    screen = createScreen({ cols: 20, rows: 5 }, { clock });
  });

  afterEach(() => screen.dispose());

  it('begins after a time without use, and loses nothing', async () => {
    screen.write(bytes(`${'history\r\n'.repeat(50)}\x1b]0;title\x07\x1b[31mred\x1b[?2004h\x1b[3`));
    const uncompressed = await screen.snapshot();
    await waitFor(() => clock.pendingTimers === 1, { limitMs: 30_000, what: 'the timer' });
    clock.advance(COMPRESS_AFTER_MS);
    await waitFor(() => screen.isCompressed, { limitMs: 30_000, what: 'the compressed screen' });
    assert.equal(clock.pendingTimers, 0);
    assert.deepEqual(await screen.snapshot(), uncompressed);
  });

  const much = bytes(Array.from({ length: 40_000 }, (_, row) => `row ${row}`).join('\r\n'));

  it('begins for much output that nothing has read, after a time without output, and loses nothing', async () => {
    assert.ok(much.length > LAZY_BYTES.quiet);
    screen.write(much);
    clock.advance(COMPRESS_AFTER_MS - 1);
    screen.write(bytes('!'));
    clock.advance(COMPRESS_AFTER_MS - 1);
    assert.equal(screen.bytes, much.length + 1);
    clock.advance(1);
    await waitFor(() => screen.bytes < much.length / 4, {
      limitMs: 30_000,
      what: 'the compressed output',
    });
    assert.deepEqual([screen.isCompressed, clock.pendingTimers], [true, 0]);
    assert.match(await screen.text(), /row 39998\nrow 39999!$/);
  });

  it('keeps the order of output that arrives while such output is compressed, and later', async () => {
    screen.write(much);
    clock.advance(COMPRESS_AFTER_MS);
    screen.write(bytes(' during'));
    screen.resize({ cols: 40, rows: 5 });
    const during = screen.text();
    screen.write(bytes(' after'));
    assert.match(await during, /row 39998\nrow 39999 during$/);
    assert.match(await screen.text(), /row 39999 during after$/);
  });

  it('ends with the screen if that is closed while such output is compressed', async () => {
    screen.write(much);
    clock.advance(COMPRESS_AFTER_MS);
    screen.dispose();
    await assert.rejects(screen.text(), { code: 'SESSION_NOT_FOUND' });
    assert.equal(clock.pendingTimers, 0);
  });

  it('leaves a little output as it is', () => {
    screen.write(bytes('x'.repeat(LAZY_BYTES.quiet)));
    assert.equal(clock.pendingTimers, 0);
  });

  describe('with many resting screens', () => {
    const shared = new ProcessScreens();
    let screens: readonly Screen[];
    const compressed = (): readonly number[] =>
      screens.flatMap((one, index) => (one.isCompressed ? [index] : []));

    beforeEach(() => {
      const count = MAX_UNUSED_SCREENS + 2;
      screens = Array.from({ length: count }, () =>
        createScreen(undefined, { clock, screens: shared }),
      );
    });

    afterEach(() => screens.forEach((one) => one.dispose()));

    async function rouse(one: Screen): Promise<void> {
      let hasAnswered = false;
      one.onAnswer(() => (hasAnswered = true));
      one.answersQueries = true;
      one.write(bytes('\x1b[c'));
      await waitFor(() => hasAnswered, { limitMs: 30_000, what: 'the answer' });
    }

    it('begins at once for the screens that have rested longest', async () => {
      for (const one of screens) {
        await rouse(one);
      }
      await waitFor(() => compressed().length === 2, {
        limitMs: 30_000,
        what: 'two compressed screens',
      });
      assert.deepEqual(compressed(), [0, 1]);
    });

    it('skips a screen that was read and one with waiting output', async () => {
      const [looked, waiting] = screens;
      await looked?.text();
      for (const one of screens.slice(1)) {
        await rouse(one);
        waiting?.write(bytes('more'));
      }
      await waitFor(() => compressed().length === 2, {
        limitMs: 30_000,
        what: 'two compressed screens',
      });
      assert.deepEqual(compressed(), [2, 3]);
    });
  });

  it('keeps the text, and applies a size that was set in the meantime', async () => {
    screen.write(bytes('0123456789\r\n'));
    await screen.text();
    await screen.compress();
    screen.resize({ cols: 8, rows: 4 });
    assert.equal(await screen.text(), '0123456789');
    assert.deepEqual((await screen.snapshot()).dimensions, { cols: 8, rows: 4 });
  });
});
