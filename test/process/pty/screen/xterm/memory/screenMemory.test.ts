import assert from 'node:assert/strict';
import { systemClock } from '../../../../../../src/base/clock';
import { LAZY_BYTES } from '../../../../../../src/pty/limits';
import { heldBytes } from '../../../../../support/pty/heldMemory';
import { createScreen } from '../../../../../support/pty/screens';

const FRAME = '\x1b[2K\rworking... 12s';

describe('the memory of a screen that is not read', function () {
  this.timeout(120_000);

  it('is close to the size of its output, even in a hundred thousand small chunks', async () => {
    const screen = createScreen({ cols: 80, rows: 24 }, { clock: systemClock });
    const before = await heldBytes();
    let written = 0;
    while (written + FRAME.length <= LAZY_BYTES.most) {
      screen.write(Uint8Array.from(Buffer.from(FRAME)));
      written += FRAME.length;
    }
    const held = (await heldBytes()) - before;
    assert.ok(screen.isCompressed, 'nothing of it was parsed');
    screen.dispose();
    assert.ok(held < 1.5 * LAZY_BYTES.most, `${held} bytes are held for ${written}`);
  });
});
