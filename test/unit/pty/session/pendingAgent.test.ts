import assert from 'node:assert/strict';
import { LATE_START_MS } from '../../../../src/pty/session/pendingAgent';
import { buildAgentBeginReport, hashNonce } from '../../../../src/pty/shell/agentExitMarker';
import { PROGRAM, describeSessions, specOf } from '../../../support/pty/useSessionManager';

const BEGIN = buildAgentBeginReport(hashNonce('first'));
const RUNS = '/bin/bash runs its startup files (~/.profile)';
const STARTED = {
  exitMarkerNonce: 'first',
  startShell: { path: '/bin/bash', startup: 'its startup files (~/.profile)' },
};

describeSessions('a shell that starts an agent', (fixture) => {
  const { arrived, processOf, watch } = fixture;
  const create = (change = {}) => fixture.manager.create(specOf('a', { ...STARTED, ...change }));
  const info = () => fixture.manager.get('a');

  it('is reported until the agent begins, from when the start of the program then counts', async () => {
    await create();
    const { seen } = await watch();
    await arrived();
    assert.deepEqual(info()?.pendingStart, { reason: `has not begun: ${RUNS}`, isStuck: false });
    fixture.clock.advance(12_000);
    processOf(0).print(`Welcome\r\n${BEGIN}agent`);
    await arrived();
    const { pendingStart, programStartedAt } = info() ?? {};
    assert.deepEqual([pendingStart, programStartedAt], [undefined, '1970-01-01T00:00:12.000Z']);
    assert.equal(seen.live, 'Welcome\r\nagent');
    fixture.clock.advance(LATE_START_MS);
    await arrived();
    assert.equal(info()?.pendingStart, undefined);
  });

  it('counts as stuck after 15 s, until the agent begins', async () => {
    await create();
    fixture.clock.advance(LATE_START_MS);
    await arrived();
    const { pendingStart } = info() ?? {};
    assert.equal(pendingStart?.isStuck, true);
    assert.match(pendingStart.reason, /^has not begun after 15 s: .*still runs its startup files/);
    processOf(0).print(BEGIN);
    await arrived();
    assert.equal(info()?.pendingStart, undefined);
  });

  for (const [how, end, words] of [
    ['its end', () => processOf(0).end(1), '/bin/bash ended with code 1 while it ran its startup'],
    ['a signal', () => processOf(0).end(undefined, 'SIGHUP'), '/bin/bash ended by SIGHUP while'],
  ] as const) {
    it(`names ${how} before the agent in its terminal, and starts no fallback`, async () => {
      const notice = 'A new conversation was begun.';
      await create({ fallback: { exec: 'new', program: PROGRAM, notice } });
      const { seen } = await watch();
      end();
      await arrived();
      const { state, pendingStart } = info() ?? {};
      assert.equal(state, 'terminated');
      assert.equal(pendingStart?.isStuck, true);
      assert.ok(pendingStart.reason.startsWith(`has not begun: ${words}`), pendingStart.reason);
      assert.ok(seen.live.endsWith(`[The agent ${pendingStart.reason}.]\r\n`), seen.live);
      assert.equal(fixture.spawner.processes.length, 1);
    });
  }

  it('follows the fallback like the first program', async () => {
    const notice = 'A new conversation was begun.';
    const second = { ...STARTED, exitMarkerNonce: 'second' };
    await create({ fallback: { exec: 'new', program: PROGRAM, notice, ...second } });
    processOf(0).print(`${BEGIN}No conversation\x1b]7749;first;1\x07`);
    await arrived();
    assert.equal(info()?.pendingStart?.isStuck, false);
    processOf(1).print(BEGIN);
    await arrived();
    assert.notEqual(info()?.pendingStart, undefined, 'that report is of the first program');
    processOf(1).print(buildAgentBeginReport(hashNonce('second')));
    await arrived();
    assert.equal(info()?.pendingStart, undefined);
  });

  it('is not followed after a request to end it', async () => {
    await create();
    const { seen } = await watch();
    await fixture.manager.find('a')?.kill();
    await arrived();
    assert.doesNotMatch(seen.live, /has not begun/);
  });
});
