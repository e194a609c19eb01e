import { describeRealSessions } from '../../../support/pty/realSessions';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 20_000;

/** The last characters of sequences that a terminal repeats as often as their parameter states. */
const REPEATED = [...'STLMbZI@PX'];

/** Writes such a sequence with the largest count for each key, and then the key in brackets. */
const PROGRAM = `
process.stdin.on('data', (data) => [...String(data)].forEach((key) =>
  process.stdout.write('x\\x1b[2147483647' + key + '\\r\\n[' + key + ']')));
process.stdout.write('ready');`;

describeRealSessions('a sequence with the largest count', function (fixture) {
  this.timeout(120_000);

  it('does not stop its session or another one', async () => {
    await fixture.node('a', PROGRAM);
    await fixture.sh('other', 'stty raw -echo; printf ready; exec cat');
    await fixture.shows('a', 'ready');
    await fixture.shows('other', 'ready');
    const [viewer, other] = [await fixture.watch('a'), await fixture.watch('other')];
    for (const key of REPEATED) {
      viewer.attachment.write(key);
      other.attachment.write(key);
      await waitFor(() => viewer.seen.text.includes(`[${key}]`), {
        limitMs: LIMIT_MS,
        what: `${key} in the viewer`,
      });
      await fixture.shows('a', `[${key}]`);
      await fixture.shows('other', `ready${REPEATED.slice(0, REPEATED.indexOf(key) + 1).join('')}`);
    }
  });
});
