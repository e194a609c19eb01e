import { requireSession } from '../../../../src/pty/sessionBackend';
import assert from 'node:assert/strict';
import { describeRealSessions } from '../../../support/pty/realSessions';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 20_000;
const VIEWERS = 10;

/** Fills the scrollback, then writes until a key is typed; prints `still here` at each later one. */
const PROGRAM = `
const rows = () => Array.from({ length: 200 }, (_, row) => '\\x1b[3' + (row % 8) + 'mrow ' + row + '\\r\\n').join('');
process.stdout.write('ready' + rows().repeat(20));
const flood = setInterval(() => process.stdout.write(rows()), 2);
process.stdin.on('data', () => {
  clearInterval(flood);
  process.stdout.write('\\x1b[mstill here');
});`;

describeRealSessions('a viewer that attaches during output', function (fixture) {
  this.timeout(120_000);
  const { node, shows, watch } = fixture;

  beforeEach(async () => {
    await node('a', PROGRAM);
    await shows('a', 'row 199');
  });

  it('detaches at once without an effect on the session', async () => {
    const { manager } = fixture;
    const stays = await watch('a');
    await Promise.all(
      Array.from({ length: VIEWERS }, async () => {
        const { attachment, seen } = await watch('a');
        attachment.dispose();
        const { text } = seen;
        assert.throws(() => attachment.write('x'), { code: 'DETACHED' });
        await requireSession(manager, 'a').screen();
        assert.equal(seen.text, text);
      }),
    );
    await waitFor(() => manager.get('a')?.attachedCount === 1, {
      limitMs: LIMIT_MS,
      what: 'one viewer',
    });
    stays.attachment.write('g');
    await shows('a', 'still here');
    await waitFor(() => stays.seen.text.includes('still here'), {
      limitMs: LIMIT_MS,
      what: 'the output in the viewer that stays',
    });
  });

  for (const how of ['is killed', 'exits'] as const) {
    it(`settles if its session ${how} meanwhile, and other sessions go on`, async () => {
      const { manager } = fixture;
      await node('other', PROGRAM);
      const settled: unknown[][] = [];
      for (let viewer = 0; viewer < VIEWERS; viewer++) {
        const events: unknown[] = [];
        const onExit = (): void => void events.push('exit');
        void requireSession(manager, 'a')
          .attach({ onData() {}, onExit })
          .catch((error: unknown) => events.push(error))
          .then(() => settled.push(events));
      }
      if (how === 'is killed') {
        await requireSession(manager, 'a').kill();
      } else {
        requireSession(manager, 'a').signal('SIGKILL');
      }
      const haveEnded = (): boolean =>
        settled.length === VIEWERS && settled.every((events) => events.length === 1);
      await waitFor(haveEnded, {
        limitMs: LIMIT_MS,
        what: () => `one exit or error for each viewer: ${JSON.stringify(settled)}`,
      });
      requireSession(manager, 'other').write('g');
      await shows('other', 'still here');
      await manager.find('a')?.kill();
      await node('a', PROGRAM);
      await shows('a', 'row 199');
    });
  }
});
