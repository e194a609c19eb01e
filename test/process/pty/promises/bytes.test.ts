import { requireSession } from '../../../../src/pty/sessionBackend';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Terminal } from '@xterm/headless';
import { attachTerminal, reachesState } from '../../../support/pty/attachedTerminal';
import { describeRealSessions } from '../../../support/pty/realSessions';
import { createViewer, feed, stateOf } from '../../../support/pty/terminalState';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 60_000;
const SIZE = { cols: 80, rows: 24 };

const PASTE = Array.from({ length: 100_000 }, (_, line) => `${line} é成👍\r`)
  .join('')
  .slice(0, 1_000_000);

/** Reads 4 KB at a time, with a pause after each, and prints the hash of all. */
const SLOW_READER = `
const { readSync } = require('fs');
const hash = require('crypto').createHash('sha256');
const buffer = Buffer.alloc(4096);
let left = ${Buffer.byteLength(PASTE)};
const read = () => {
  const length = readSync(0, buffer, 0, Math.min(left, buffer.length));
  hash.update(buffer.subarray(0, length));
  left -= length;
  left > 0 ? setTimeout(read, 1) : process.stdout.write(hash.digest('hex'));
};
process.stdout.write('ready ');
read();`;

const WORDS = 'naïve 成功 👍🏽 e\u0301 ';

/** Writes a prompt, then the next byte of the words after each key. */
const SINGLE_BYTES = `
const bytes = [...Buffer.from(${JSON.stringify(WORDS)})];
process.stdout.write('> ');
process.stdin.on('data', () => {
  process.stdout.write(Buffer.of(bytes.shift()), () => bytes.length === 0 && process.exit());
});`;

describeRealSessions('the bytes of a session', function (fixture) {
  this.timeout(180_000);

  for (const from of ['a terminal', 'the service'] as const) {
    it(`of a paste of 1 MB by ${from} all reach a program that reads slowly, in order`, async () => {
      await fixture.node('a', SLOW_READER);
      await fixture.shows('a', /^ready$/);
      const { attachment } = await fixture.watch('a');
      if (from === 'a terminal') {
        attachment.write(PASTE);
      } else {
        requireSession(fixture.manager, 'a').write(PASTE);
      }
      const hash = createHash('sha256').update(PASTE).digest('hex');
      const what = 'the hash of the whole paste';
      await waitFor(
        async () => /[0-9a-f]{64}$/.test(await requireSession(fixture.manager, 'a').text()),
        {
          limitMs: LIMIT_MS,
          what,
        },
      );
      assert.equal(await requireSession(fixture.manager, 'a').text(), `ready ${hash}`);
    });
  }

  it('of characters that are written one at a time are never shown as parts of them', async () => {
    await fixture.node('a', SINGLE_BYTES, { dimensions: SIZE });
    // From now on the terminal echoes no key.
    await fixture.shows('a', '>');
    const early = await fixture.watch('a');
    const terminals: Terminal[] = [];
    const attaching: Promise<unknown>[] = [];
    let seen = '';
    requireSession(fixture.manager, 'a').watchOutput(() => {
      const terminal = createViewer(SIZE);
      terminals.push(terminal);
      const onData = (data: string): void => {
        seen += data;
        feed(terminal, data);
      };
      attaching.push(attachTerminal(fixture.manager, 'a', terminal, { onData }));
      early.attachment.write('g');
    });
    early.attachment.write('g');
    await waitFor(() => early.seen.exits > 0, { limitMs: LIMIT_MS, what: 'the exit' });
    await Promise.all(attaching);
    assert.ok(early.seen.text.endsWith(WORDS), JSON.stringify(early.seen.text));
    assert.doesNotMatch(early.seen.text + seen, /\ufffd/);
    const whole = createViewer(SIZE);
    feed(whole, `> ${WORDS}`);
    assert.equal(terminals.length, Buffer.byteLength(WORDS));
    for (const [index, terminal] of terminals.entries()) {
      await reachesState(terminal, stateOf(whole), `terminal ${index}`);
    }
    [whole, ...terminals].forEach((terminal) => terminal.dispose());
  });
});
