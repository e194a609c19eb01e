import assert from 'node:assert/strict';
import { useCore } from '../../support/agents/useCore';
import { useHeadlessCommandLine } from '../../support/api/useHeadlessCommandLine';
import type { RunningProgram } from '../../support/api/useCommandLine';

describe('the token of an agent whose window closes', function () {
  this.timeout(90_000);
  const fixture = useCore();
  const cli = useHeadlessCommandLine(fixture);

  it('holds while a command serves its session and in the next window, with the same rights', async () => {
    fixture.set({ agentsMayDrive: true, persistence: 'host' });
    const { core } = fixture;
    await core.api.window.update();
    const { id } = await (await fixture.prepare()).launch();
    const other = await (await fixture.prepare({ conversation: 'chat' })).launch();
    const seen = await fixture.watch(id);
    core.sessions.write(id, 'token\r');
    await fixture.untilShown(seen, 'my token: ');
    await fixture.untilShown(seen, '\r\n');
    const token = /my token: (\S+)/.exec(seen.text)?.[1];
    assert.ok(token);
    await cli.extension.store({ agentsMayDrive: true });
    await fixture.closeWindow();

    const byAgent = (...args: readonly string[]): Promise<RunningProgram> => {
      const socket = '/nonexistent';
      const drive = { AGENT_TERMINALS_SOCKET: socket, AGENT_TERMINALS_TOKEN: token };
      return cli.runWith({ ...drive, AGENT_TERMINALS_PTY_ID: id }, ...args);
    };
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

    const server = cli.start('attach', id);
    await server.untilShown('agent in');
    await drive();
    assert.equal((await server.finish()).end, 0);
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
    await fixture.core.sessions.kill(id);
    assert.notEqual((await byAgent('list')).end, 0);
  });
});
