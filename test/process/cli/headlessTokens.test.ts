import assert from 'node:assert/strict';
import { useCore } from '../../support/agents/useCore';
import { useHeadlessCommandLine } from '../../support/api/useHeadlessCommandLine';
import type { RunningProgram } from '../../support/api/useCommandLine';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 20_000;

describe('the token of an agent whose window closes', function () {
  this.timeout(90_000);
  const fixture = useCore();
  const cli = useHeadlessCommandLine(fixture);

  it('holds while a command owns its session and in the next window, with the same rights [A56]', async () => {
    fixture.set({ agentsMayDrive: true, persistence: 'host' });
    const { core } = fixture;
    await core.api.window.update();
    const { id } = await (await fixture.prepare()).launch();
    const other = await (await fixture.prepare({ conversation: 'chat' })).launch();
    const seen = await fixture.watch(id);
    core.sessions.find(id)?.write('token\r');
    await fixture.untilShown(seen, 'my token: ');
    await fixture.untilShown(seen, '\r\n');
    const token = /my token: (\S+)/.exec(seen.text)?.[1];
    assert.ok(token);
    await cli.extension.store({ agentsMayDrive: true });
    await fixture.closeWindow();

    const agentEnv = {
      ...{ AGENT_TERMINALS_SOCKET: '/nonexistent', AGENT_TERMINALS_TOKEN: token },
      AGENT_TERMINALS_PTY_ID: id,
    };
    const byAgent = (...args: readonly string[]): Promise<RunningProgram> =>
      cli.runWith(agentEnv, ...args);
    const started: string[] = [];
    const drive = async (): Promise<void> => {
      const start = await byAgent('start', 'fake');
      assert.equal(start.end, 0, start.stderr);
      started.push(start.stdout.trim());
      for (const child of started) {
        assert.equal((await byAgent('screen', child)).end, 0);
      }
      assert.match((await byAgent('kill', other.id)).stderr, /SESSION_USER_MISMATCH/);
    };

    const waiting = cli.start('wait', id, '--for', 'exit');
    await waitFor(async () => (await byAgent('list')).end === 0, {
      limitMs: LIMIT_MS,
      what: 'a command that owns the session',
    });
    await drive();
    // The end of the command waits for no request of an agent.
    const asking = cli.runWith(agentEnv, 'ask', other.id, 'works');
    await cli.shows(other.id, 'still at work');
    waiting.child.kill('SIGINT');
    assert.equal((await waiting.ended()).end, 'SIGINT');
    assert.notEqual((await asking).end, 0);
    assert.notEqual((await byAgent('list')).end, 0);

    await fixture.reopen();
    await fixture.core.leases.start();
    await fixture.core.reconnector.whenReconnected();
    await fixture.core.api.window.update();
    await drive();
    const ended = await Promise.all(started.map((child) => byAgent('kill', child)));
    assert.deepEqual(
      ended.map(({ end }) => end),
      [0, 0],
    );
    await fixture.core.sessions.find(id)?.kill();
    assert.notEqual((await byAgent('list')).end, 0);
  });
});
