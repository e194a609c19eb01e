import assert from 'node:assert/strict';
import { useCore } from '../../support/agents/useCore';
import { useHeadlessCommandLine } from '../../support/api/useHeadlessCommandLine';
import type { RunningProgram } from '../../support/api/useCommandLine';
import { stressSize } from '../../support/stress';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 20_000;

/** Commands that run at once, how many of them follow one another, and how many start at the same time. */
const LANES = stressSize({ short: 3, long: 4 });
const TURNS = stressSize({ short: 2, long: 5 });
const AT_ONCE = stressSize({ short: 6, long: 12 });

describe('commands of one folder without a window', function () {
  this.timeout(90_000);
  const fixture = useCore();
  const cli = useHeadlessCommandLine(fixture);
  let id: string;

  beforeEach(async () => {
    fixture.set({ persistence: 'host' });
    const { core } = fixture;
    ({ id } = await (await fixture.prepare()).launch());
    await waitFor(() => core.sessions.get(id)?.hasOutput === true, {
      limitMs: LIMIT_MS,
      what: `output of ${id}`,
    });
    await cli.extension.store();
    await fixture.closeWindow();
  });

  /** A command that serves the others until its end. */
  async function serve(): Promise<RunningProgram> {
    const attached = cli.start('attach', id);
    await attached.untilShown('agent in');
    return attached;
  }

  /** A window that finds a command which begins at the same moment owns the session later. */
  const untilOwned = () =>
    waitFor(() => fixture.core.sessions.owns(id), {
      limitMs: LIMIT_MS,
      what: `the window to own ${id}`,
    });

  const shown = ({ end, stdout, stderr }: RunningProgram) => ({
    ...{ end, stderr },
    hasScreen: stdout.includes('agent in'),
  });
  const SHOWN = { end: 0, stderr: '', hasScreen: true };

  it('all answer that start at the same time', async () => {
    const programs = await Promise.all(
      Array.from({ length: AT_ONCE }, () => cli.run('screen', id)),
    );
    assert.deepEqual(
      programs.map(shown),
      programs.map(() => SHOWN),
    );
  });

  it('all answer that start while others end', async () => {
    const runInTurn = async (): Promise<readonly RunningProgram[]> => {
      const programs = [];
      for (let turn = 0; turn < TURNS; turn++) {
        programs.push(await cli.run('screen', id));
      }
      return programs;
    };
    const lanes = await Promise.all(Array.from({ length: LANES }, runInTurn));
    const programs = lanes.flat();
    assert.deepEqual(
      programs.map(shown),
      programs.map(() => SHOWN),
    );
  });

  it('print events also after the end of the one that served them', async () => {
    const server = await serve();
    const events = cli.start('events');
    await events.untilShown(id);
    assert.equal((await server.finish()).end, 0);
    await cli.succeed('prompt', id, 'Still there?');
    await events.untilShown('heard: Still there?');
    assert.deepEqual([events.end, events.stderr], [undefined, '']);
  });

  it('do not keep the one that serves them by a wait, which another one then serves', async () => {
    const server = await serve();
    const waiting = cli.start('wait', id, '--for', 'exit');
    // The wait has reached its server by then.
    await cli.listIds();
    await cli.listIds();
    assert.equal((await server.finish()).end, 0);
    assert.equal(waiting.end, undefined);
    // The session remains after its agent, so that the wait may come to it later.
    const other = await serve();
    other.writeInput('exit\r');
    const { end, stderr } = await waiting.ended();
    assert.deepEqual([end, stderr], [0, '']);
  });

  it('leave the session to a window that opens while one waits, which then waits there', async () => {
    const waiting = cli.start('wait', id, '--for', 'exit');
    await cli.listIds();
    await fixture.reopen();
    const { core } = fixture;
    await core.leases.start();
    await core.reconnector.whenReconnected();
    await core.api.window.update();
    await untilOwned();
    await waitFor(() => core.api.connections.count > 0, {
      limitMs: LIMIT_MS,
      what: 'the wait at the window',
    });
    await core.sessions.kill(id);
    const { end, stderr } = await waiting.ended();
    assert.deepEqual([end, stderr], [0, '']);
  });

  it('leave the session to a window that opened while an ask had no answer, once it has ended', async () => {
    const waiting = cli.start('wait', id, '--for', 'exit');
    const events = cli.start('events');
    await events.untilShown(id);
    const asking = cli.start('ask', id, 'busy');
    await cli.shows(id, 'busy as');
    await fixture.reopen();
    const { core } = fixture;
    await core.leases.start();
    await core.reconnector.whenReconnected();
    await core.api.window.update();
    assert.equal(core.sessions.owns(id), false);
    asking.child.kill('SIGINT');
    assert.equal((await asking.ended()).end, 'SIGINT');
    await untilOwned();
    await waitFor(() => core.api.connections.count > 1, {
      limitMs: LIMIT_MS,
      what: () => `both commands at the window; there is ${waiting.stderr}${events.stderr}`,
    });
    assert.deepEqual([events.end, events.stderr], [undefined, '']);
    await core.sessions.kill(id);
    const { end, stderr } = await waiting.ended();
    assert.deepEqual([end, stderr], [0, '']);
  });

  it('print the events of a window that opens and takes the sessions over', async () => {
    const events = cli.start('events');
    await events.untilShown(id);
    await fixture.reopen();
    const { core } = fixture;
    await core.leases.start();
    await core.reconnector.whenReconnected();
    await core.api.window.update();
    await waitFor(() => core.api.connections.count > 0, {
      limitMs: LIMIT_MS,
      what: () => `the stream of events at the window; there is ${events.stdout}${events.stderr}`,
    });
    core.sessions.write(id, 'after the window\r');
    await events.untilShown('heard: after the window');
    assert.deepEqual([events.end, events.stderr], [undefined, '']);
  });

  it('end by a signal although their own call has no answer', async () => {
    const asking = cli.start('ask', id, 'busy');
    const viewer = await serve();
    await viewer.untilShown('busy as');
    asking.child.kill('SIGINT');
    assert.equal((await asking.ended()).end, 'SIGINT');
    assert.equal((await viewer.finish()).end, 0);
  });

  it('are answered before a signal ends the one that serves them', async () => {
    const server = cli.start('events');
    await server.untilShown(id);
    const asking = cli.start('ask', id, 'What is it?');
    await server.untilShown('heard: What is it?');
    server.child.kill('SIGINT');
    const { end, stderr, stdout } = await asking.ended();
    assert.deepEqual([end, stderr], [0, '']);
    assert.match(stdout, /heard: What is it\?/);
    assert.equal((await server.ended()).end, 'SIGINT');
  });
});
