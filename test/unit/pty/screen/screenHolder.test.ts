import assert from 'node:assert/strict';
import { LAZY_BYTES } from '../../../../src/pty/limits';
import type { Screen } from '../../../../src/pty/screen/screen';
import { XtermEngine } from '../../../../src/pty/screen/xterm/xtermEngine';
import { ManualClock } from '../../../support/manualClock';
import { createScreen } from '../../../support/pty/screens';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe("a fault of a screen's terminal", () => {
  let screen: Screen;

  beforeEach(() => {
    screen = createScreen({ cols: 20, rows: 5 }, { clock: new ManualClock() });
  });

  afterEach(() => screen.dispose());

  /** Makes `member` of the screen's terminal throw until `act` has settled. */
  async function broken(member: 'resize' | 'rows', act: () => Promise<void>): Promise<void> {
    const descriptor = Object.getOwnPropertyDescriptor(XtermEngine.prototype, member);
    assert.ok(descriptor);
    const fail = (): never => {
      throw new Error('a fault');
    };
    const bad = member === 'rows' ? { get: fail } : { value: fail };
    Object.defineProperty(XtermEngine.prototype, member, { configurable: true, ...bad });
    try {
      await act();
    } finally {
      Object.defineProperty(XtermEngine.prototype, member, descriptor);
    }
  }

  it('is emitted, and loses the shown text, but neither later output nor the new size', async () => {
    const faults: unknown[] = [];
    screen.onFault((fault) => faults.push(fault));
    screen.write(bytes('before'));
    await screen.text();
    await broken('resize', async () => {
      screen.resize({ cols: 30, rows: 6 });
      screen.write(bytes('after'));
      assert.equal(await screen.text(), 'after');
    });
    assert.match(String(faults), /a fault/);
    assert.deepEqual((await screen.snapshot()).dimensions, { cols: 30, rows: 6 });
  });

  it('is emitted once if it occurs while the backlog is scanned', async () => {
    const faults: unknown[] = [];
    screen.onFault((fault) => faults.push(fault));
    await broken('rows', async () => {
      screen.write(bytes('text\r\n'.repeat(LAZY_BYTES.most / 5)));
      screen.write(bytes('end'));
      assert.match(await screen.text(), /end$/);
    });
    assert.equal(faults.length, 1);
  });

  it('rejects reads if no terminal can be created, also while output is due to be skipped', async () => {
    const createEngine = (): never => {
      throw new Error('no terminal');
    };
    const without = createScreen({ cols: 20, rows: 5 }, { createEngine });
    without.write(bytes('text\r\n'.repeat(LAZY_BYTES.most / 5)));
    await assert.rejects(without.text(), /no terminal/);
    without.dispose();
  });
});
