import assert from 'node:assert/strict';
import { createCipheriv } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heldBytes } from '../../support/pty/heldMemory';
import { describeRealSessions } from '../../support/pty/realSessions';
import { stressSize } from '../../support/stress';
import { waitFor } from '../../support/waitFor';

const MB = 1024 * 1024;

const FLOOD_MB = stressSize({ short: 10, long: 100 });

/** The screen of a session and its backlog. */
const MOST_HELD_OF_FLOOD = 16 * MB;

/** Ends open sequences and resets all modes. */
const RESET = "printf '\\030\\033\\\\\\033c'";

describeRealSessions('a session whose program writes malformed output', function (fixture) {
  this.timeout(120_000 + FLOOD_MB * 6000);
  const { sh, watch, shows } = fixture;
  let directory: string;

  before(() => (directory = mkdtempSync(join(tmpdir(), 'bad-input-'))));
  after(() => rmSync(directory, { recursive: true }));

  function file(name: string, content: Uint8Array): string {
    const path = join(directory, name);
    writeFileSync(path, content);
    return path;
  }

  describe(`${FLOOD_MB} MB of random bytes`, () => {
    const seed = Date.now();

    it(`keep the session usable, its memory bounded and the echo of others fast (seed ${seed})`, async () => {
      const garbage = file('garbage', randomBytes(seed, MB));
      const written = file('flooded', Buffer.alloc(0));
      await sh('echo', 'stty raw -echo; echo ready; cat');
      await sh(
        'flood',
        `stty raw -echo; i=0; while [ $i -lt ${FLOOD_MB} ]; do cat ${garbage}; i=$((i + 1)); done; echo all >${written}; ${RESET}; echo after; exec cat`,
      );
      let flooded = 0;
      await watch('flood', { onData: (data) => (flooded += data.length) });
      const echo = await watch('echo');
      await waitFor(() => echo.seen.text.includes('ready'), {
        limitMs: 10_000,
        what: 'the echo',
      });
      const before = await heldBytes();
      const overtaken: number[] = [];
      let held = 0;
      // A viewer that is behind receives redraws instead of output, so the count alone may never end.
      const isOver = (): boolean =>
        flooded >= (FLOOD_MB * MB) / 4 || readFileSync(written).length > 0;
      // On a slow machine a quarter of the flood is over before eleven keys were typed.
      for (let key = 0; key <= 10 || !isOver(); key++) {
        const [begin, length] = [flooded, echo.seen.text.length];
        echo.attachment.write('x');
        await waitFor(() => echo.seen.text.length > length, { limitMs: 10_000, what: 'an echo' });
        overtaken.push(flooded - begin);
        if (key % 20 === 10) {
          held = Math.max(held, (await heldBytes()) - before);
        }
      }
      const most = Math.max(...overtaken);
      assert.ok(most < 4 * MB, `an echo came after ${most} characters of the flood`);
      assert.ok(held < MOST_HELD_OF_FLOOD, `held ${held} bytes`);
      // Repeated reads of the screen in the meantime would parse all of it.
      await waitFor(() => readFileSync(written).length > 0, {
        limitMs: 60_000,
        what: 'the end of the flood',
      });
      assert.equal(await shows('flood', 'after'), 'after');
      fixture.manager.find('flood')?.write('typed');
      await shows('flood', /^after\n *typed$/);
    });
  });
});

/** Bytes that depend only on the seed. */
function randomBytes(seed: number, length: number): Buffer {
  const key = Buffer.alloc(16);
  key.writeDoubleLE(seed);
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
}
