import assert from 'node:assert/strict';
import { ProcessScreens, type CountedScreen } from '../../../../src/pty/screen/processScreens';
import { ManualClock } from '../../../support/manualClock';
import { createScreen } from '../../../support/pty/screens';
import { waitFor } from '../../../support/waitFor';

/** A screen that can shrink to `least` bytes. */
class FakeScreen implements CountedScreen {
  readonly shrunk: number[] = [];
  private size = 0;

  constructor(
    private readonly screens: ProcessScreens,
    private readonly least = 0,
  ) {}

  get bytes(): number {
    return this.size;
  }

  set bytes(size: number) {
    this.size = size;
    this.screens.count(this, size);
  }

  async shrinkTo(bytes: number): Promise<void> {
    this.shrunk.push(bytes);
    await Promise.resolve();
    this.bytes = Math.max(bytes, this.least);
  }
}

describe('ProcessScreens', () => {
  let screens: ProcessScreens;

  beforeEach(() => (screens = new ProcessScreens(100)));

  it('halves the largest screens until all have room', async () => {
    const [small, large, larger] = [10, 30, 60].map((bytes) => {
      const screen = new FakeScreen(screens);
      screen.bytes = bytes;
      return screen;
    });
    assert.ok(small && large && larger);
    small.bytes = 50;
    await settled();
    assert.deepEqual([small.shrunk, large.shrunk, larger.shrunk], [[25], [], [30]]);
    assert.equal(screens.bytes, 85);
  });

  it('tries a screen that cannot shrink once, and then the others', async () => {
    const stiff = new FakeScreen(screens, 80);
    const other = new FakeScreen(screens);
    stiff.bytes = 80;
    other.bytes = 30;
    await settled();
    assert.deepEqual([stiff.shrunk, other.shrunk, screens.bytes], [[40], [15], 95]);
  });

  it('tries again only after more growth if the screens cannot shrink', async () => {
    const stiff = new FakeScreen(screens, 200);
    for (const bytes of [200, 205, 209, 211]) {
      stiff.bytes = bytes;
      await settled();
    }
    assert.deepEqual(stiff.shrunk, [100, 105.5]);
  });

  it('does not count a screen that is gone', async () => {
    const gone = new FakeScreen(screens);
    const other = new FakeScreen(screens);
    gone.bytes = 80;
    screens.forget(gone);
    other.bytes = 90;
    await settled();
    assert.deepEqual([other.shrunk, screens.bytes], [[], 90]);
  });

  it('compresses unused screens before any loses scrollback', async () => {
    const MB = 1024 * 1024;
    screens = new ProcessScreens(12 * MB);
    const clock = new ManualClock();
    const used = new FakeScreen(screens);
    const unused = createScreen({ cols: 80, rows: 24 }, { clock, screens, scrollback: 5000 });
    unused.write(Buffer.from('row\r\n'.repeat(6000)));
    assert.match(await unused.text(), /^row\n/);
    await waitFor(() => clock.pendingTimers === 1, { limitMs: 30_000, what: 'the screen to rest' });
    assert.ok(screens.bytes > 5 * MB, 'the screen is counted');
    clock.advance(5000);
    used.bytes = 8 * MB;
    await waitFor(() => unused.isCompressed, {
      limitMs: 30_000,
      what: 'the screen to be compressed',
    });
    await waitFor(() => screens.bytes < 9 * MB, { limitMs: 30_000, what: 'the compressed size' });
    assert.deepEqual(used.shrunk, []);
    assert.equal((await unused.text({ scrollback: 9999 })).split('\n').length, 5023);
    unused.dispose();
    assert.equal(screens.bytes, 8 * MB);
  });

  it('takes scrollback from a screen, also from a compressed one', async () => {
    const screen = createScreen({ cols: 80, rows: 24 }, { scrollback: 5000 });
    screen.write(Buffer.from('row\r\n'.repeat(6000)));
    await screen.text();
    await screen.compress();
    await screen.shrinkTo(1024 * 1024);
    const rows = (await screen.text({ scrollback: 9999 })).split('\n');
    assert.match(rows[0] ?? '', /^\[Agent Terminals: older rows were removed/);
    assert.ok(rows.length > 500 && rows.length < 1100, `${rows.length} rows are left`);
    screen.dispose();
  });
});

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await Promise.resolve();
  }
}
