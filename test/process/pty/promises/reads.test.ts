import { requireSession } from '../../../../src/pty/sessionBackend';
import assert from 'node:assert/strict';
import { describeRealSessions } from '../../../support/pty/realSessions';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 20_000;
const READS = 30;

/** A program that prints increasing numbers, so many every few milliseconds. */
const counting = (lines: number): string => `
let number = 0;
const line = () => '\\r\\n#' + String(++number).padStart(8, '0') + ';';
setInterval(() => process.stdout.write(Array.from({ length: ${lines} }, line).join('')), 3);`;

/** Prints each key in brackets. */
const KEYS = `
process.stdin.on('data', (data) => [...String(data)].forEach((key) => process.stdout.write('[' + key + ']')));
process.stdout.write('ready');`;

describeRealSessions('a read of a session', function (fixture) {
  this.timeout(120_000);

  for (const [what, lines] of Object.entries({ 'a few lines': 1, 'a flood': 4000 })) {
    it(`contains all output up to its call, in ${what}`, async () => {
      const { manager } = fixture;
      await fixture.node('a', counting(lines));
      const delivered = watchNumbers();
      let output = 0;
      for (let read = 0; read < READS; read++) {
        const before = delivered.last;
        await waitFor(() => delivered.last > before, { limitMs: LIMIT_MS, what: 'a number' });
        const least = delivered.last;
        const [text, screen] = await Promise.all([
          requireSession(manager, 'a').text(),
          requireSession(manager, 'a').screen(),
        ]);
        const shown = [lastNumber(text), lastNumber(screen.rows.join('\n'))] as const;
        assert.ok(Math.min(...shown) >= least, `${shown.join()} after ${least}`);
        assert.ok(screen.output !== undefined && screen.output >= output, `after ${output}`);
        output = screen.output;
      }
    });
  }

  it('lets keys for its screen through exactly if nothing was printed since', async () => {
    const { manager } = fixture;
    await fixture.node('a', KEYS);
    await fixture.shows('a', /^ready$/);
    const { output: first = 0 } = await requireSession(manager, 'a').screen();
    assert.equal(await requireSession(manager, 'a').writeAfter(first, 'y'), true);
    await fixture.shows('a', 'ready[y]');
    assert.equal(await requireSession(manager, 'a').writeAfter(first, 'n'), false);
    const { output: second = 0 } = await requireSession(manager, 'a').screen();
    assert.equal(await requireSession(manager, 'a').writeAfter(second, 'z'), true);
    await fixture.shows('a', '[z]');
    assert.equal(await requireSession(manager, 'a').writeAfter(second, 'n'), false);
    requireSession(manager, 'a').write('.');
    await fixture.shows('a', /^ready\[y\]\[z\]\[\.\]$/);
  });

  /** The last number that was delivered as output; the host may leave parts of a flood out. */
  function watchNumbers(): { last: number } {
    const delivered = { last: 0 };
    let rest = '';
    requireSession(fixture.manager, 'a').watchOutput((bytes) => {
      const text = rest + Buffer.from(bytes).toString('latin1');
      rest = text.slice(text.lastIndexOf('#'));
      delivered.last = Math.max(delivered.last, lastNumber(text));
    });
    return delivered;
  }

  function lastNumber(text: string): number {
    return Number(
      text
        .match(/#\d{8};/g)
        ?.at(-1)
        ?.slice(1, -1) ?? 0,
    );
  }
});
