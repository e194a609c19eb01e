import assert from 'node:assert/strict';
import { describeRealSessions } from '../../../../support/pty/realSessions';
import { waitFor } from '../../../../support/waitFor';
import { requireSession } from '../../../../../src/pty/sessionBackend';

const LIMIT_MS = 20_000;

describeRealSessions('signals and queries of a program in a real PTY', function (fixture) {
  this.timeout(30_000);

  it('are emitted even if separate writes split them', async () => {
    const signals: string[] = [];
    fixture.manager.onDidSignal(({ id, code, data }) => signals.push(`${id} ${code} ${data}`));
    // The reads in between turn two writes into two chunks.
    const script = [
      `printf '\\033]7501;state=wor'; read go; printf 'king:app=x\\033\\\\'`,
      `printf '\\033]0;✳ ti'; read go; printf 'tle\\007\\033]9;4;1;5'; read go; printf '0\\007done'`,
    ].join('; ');
    await fixture.sh('a', script);
    const { attachment } = await fixture.watch('a');
    attachment.write('\n\n\n');
    await fixture.ends('a');
    assert.deepEqual(signals, ['a 7501 state=working:app=x', 'a 0 ✳ title', 'a 9 4;1;50']);
    const { title, altScreen, rows } = await requireSession(fixture.manager, 'a').screen();
    assert.deepEqual([title, altScreen, rows.length], ['✳ title', false, 24]);
    assert.match(rows.join('\n'), /done/);
    const { lastInputAt, lastOutputAt } = fixture.manager.get('a') ?? {};
    assert.ok(lastInputAt && lastOutputAt && lastOutputAt >= lastInputAt);
  });

  for (const viewers of [0, 2]) {
    it(`have one answer to a query for Program Status support, with ${viewers} viewers`, async () => {
      const script = [
        'stty raw -echo',
        `printf '\\033]7501;'; sleep 0.05; printf '?\\007'`,
        // Ten bytes are one answer; the byte after them is typed.
        `printf 'got '; head -c 11 | od -An -c | tr -d ' \\n'; printf ' end'`,
      ].join('; ');
      await fixture.sh('a', script);
      for (let index = 0; index < viewers; index++) {
        await fixture.watch('a');
      }
      await fixture.shows('a', 'got');
      fixture.manager.find('a')?.write('typed');
      const text = await fixture.shows('a', 'end');
      assert.match(text, /got 033\]7501;\?033\\{1,2}t/);
    });
  }

  it('do not repeat without end if the PTY echoes bytes unchanged', async () => {
    await fixture.sh('a', `stty -echoctl -icanon; printf '\\033]7501;?\\007'; exec cat >/dev/null`);
    await waitFor(() => fixture.manager.get('a')?.state === 'idle', {
      limitMs: LIMIT_MS,
      what: 'the session to be idle',
    });
  });
});
