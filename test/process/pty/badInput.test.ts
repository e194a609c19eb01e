import assert from 'node:assert/strict';
import { createCipheriv } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heldBytes } from '../../support/pty/heldMemory';
import { describeRealSessions } from '../../support/pty/realSessions';
import { createViewer, feed } from '../../support/pty/terminalState';
import { stressSize } from '../../support/stress';
import { waitFor } from '../../support/waitFor';

const MB = 1024 * 1024;

const FLOOD_MB = stressSize({ short: 10, long: 100 });

const ENDLESS_MB = 10;

/** Less than an endless line or sequence has, which is not kept. */
const MOST_HELD_OF_LINE = 8 * MB;

/** The screen of a session and its backlog. */
const MOST_HELD_OF_FLOOD = 16 * MB;

/** How many sessions are killed with waiting input, one after another. */
const KILLED = stressSize({ short: 8, long: 50 });

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
      fixture.manager.write('flood', 'typed');
      await shows('flood', /^after\n *typed$/);
    });

    it('cause no answers from a viewer that attaches later', async () => {
      const garbage = file('garbage', randomBytes(seed + 1, 2 * MB));
      const questions = "printf '\\030\\033[c\\033[6n\\033]0;all\\007'";
      await sh('a', `stty raw -echo; cat ${garbage}; ${questions}; exec cat >/dev/null`);
      await waitFor(async () => (await fixture.manager.screen('a')).title === 'all', {
        limitMs: 60_000,
        what: 'all of the garbage',
      });
      const { seen } = await watch('a');
      const viewer = createViewer({ cols: 80, rows: 24 });
      let answers = '';
      viewer.onData((data) => (answers += data));
      feed(viewer, seen.text);
      viewer.dispose();
      assert.equal(answers, '');
    });
  });

  for (const [name, begin] of [
    ['an endless line', ''],
    ['a title without end', '\\033]0;'],
    ['a device control string without end', '\\033Pq'],
    ['an application command without end', '\\033_'],
    ['parameters without end', '\\033[1;'],
  ] as const) {
    it(`holds little of ${name} of ${ENDLESS_MB} MB, and shows the output after it`, async () => {
      const digits = file('digits', Buffer.alloc(MB, '1'));
      const files = Array.from({ length: ENDLESS_MB }, () => digits).join(' ');
      const before = await heldBytes();
      const written = file('written', Buffer.alloc(0));
      const flood = `cat ${files}; echo all >${written}`;
      await sh('a', `printf '${begin}'; ${flood}; read line; ${RESET}; echo after; cat`);
      const { seen, attachment } = await watch('a');
      // A viewer may receive a redraw instead of some of it.
      const isWritten = (): boolean => readFileSync(written).length > 0;
      await waitFor(isWritten, { limitMs: 60_000, what: 'all output to be written' });
      seen.text = '';
      const held = (await heldBytes()) - before;
      assert.ok(held < MOST_HELD_OF_LINE, `held ${held} bytes`);
      attachment.write('\r');
      assert.match(await shows('a', 'after'), /^after/);
    });
  }

  it('has the last of a thousand sizes', async () => {
    await sh('a', 'stty -echo; echo ready; while read line; do stty size; done');
    const { attachment } = await watch('a');
    await shows('a', 'ready');
    for (let size = 1; size <= 1000; size++) {
      attachment.resize({ cols: size, rows: 1001 - size });
    }
    attachment.resize({ cols: 90, rows: 30 });
    attachment.write('\n');
    await shows('a', '30 90');
    assert.deepEqual(fixture.manager.get('a')?.dimensions, { cols: 90, rows: 30 });
  });

  it('that has ended passes neither a size nor input to another session', async () => {
    await sh('ended', 'exit 0');
    await fixture.ends('ended');
    await sh('next', 'stty -echo; echo ready; read line; stty size; echo "<$line>"');
    await shows('next', 'ready');
    fixture.manager.resize('ended', { cols: 33, rows: 11 });
    fixture.manager.write('ended', 'not for you');
    fixture.manager.write('next', 'for you\n');
    assert.match(await shows('next', '<'), /24 80\n<for you>/);
  });

  it('that is killed with waiting input passes none of it to a session that starts on its exit', async () => {
    for (let round = 0; round < KILLED; round++) {
      const [first, second] = [`first-${round}`, `second-${round}`];
      await sh(first, 'stty raw -echo; echo ready; exec sleep 100');
      await shows(first, 'ready');
      const started = new Promise<unknown>((resolve) => {
        const listening = fixture.manager.onDidChange(({ type, session }) => {
          if (type === 'exit' && session.id === first) {
            listening.dispose();
            resolve(sh(second, 'stty raw -echo; timeout 0.05 cat; echo end'));
          }
        });
      });
      fixture.manager.write(first, 'stray'.repeat(20_000));
      process.kill(fixture.pidOf(first), 'SIGKILL');
      await started;
      assert.equal(await shows(second, 'end'), 'end');
      await Promise.all([fixture.manager.kill(first), fixture.manager.kill(second)]);
    }
  });
});

/** Bytes that depend only on the seed. */
function randomBytes(seed: number, length: number): Buffer {
  const key = Buffer.alloc(16);
  key.writeDoubleLE(seed);
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
}
