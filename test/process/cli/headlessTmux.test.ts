import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSessionFile } from '../../../src/endpoint/sessionFile';
import { useCore } from '../../support/agents/useCore';
import { useHeadlessCommandLine } from '../../support/api/useHeadlessCommandLine';
import { findShell } from '../../support/pty/shellHome';

const NO_PROCESS = 2 ** 31 - 1;

describe('sessions in tmux for the command line without a window', function () {
  this.timeout(120_000);
  // Before that of the fixture, which ends the window but not the sessions in tmux.
  afterEach(async () => {
    await fixture.reopen();
    const { tmuxSessions } = fixture.core;
    const left = await tmuxSessions.list();
    await Promise.all(left.map(({ spec }) => tmuxSessions.kill(spec)));
  });
  const fixture = useCore();
  const cli = useHeadlessCommandLine(fixture);
  before('tmux is installed', function () {
    if (findShell('tmux') === undefined) {
      this.skip();
    }
  });

  it('are named with the reason, and no second agent is started for them', async () => {
    fixture.set({ persistence: 'tmux' });
    const { id } = await (await fixture.prepare()).launch();
    const seen = await fixture.watch(id);
    await fixture.untilShown(seen, 'agent in');
    await cli.extension.store();
    await fixture.closeWindow();
    const hookFile = join(cli.extension.home, 'hooks', `${id}.json`);
    const access = parseSessionFile(readFileSync(hookFile, 'utf8')) ?? assert.fail('no file');
    // The window has ended; here it is this same process.
    const file = JSON.stringify({ ...access, pid: NO_PROCESS });
    writeFileSync(hookFile, file);
    const listed = await cli.run('list', '--json');
    assert.deepEqual(JSON.parse(listed.stdout), { sessions: [] });
    assert.match(listed.stderr, new RegExp(`${id} runs in tmux, which only a window can drive`));
    for (const verb of ['attach', 'resume']) {
      const { end, stderr } = await cli.run(verb, id);
      assert.equal(end, 1);
      assert.match(stderr, /runs in tmux.*\(SESSION_EXISTS\)/);
    }
    assert.equal(readFileSync(hookFile, 'utf8'), file);
    // The next window has it as it was.
    await fixture.reopen();
    await fixture.core.leases.start();
    await fixture.core.reconnector.whenReconnected();
    assert.equal(fixture.core.sessions.get(id)?.persistence, 'tmux');
    await fixture.core.sessions.find(id)?.kill();
  });
});
