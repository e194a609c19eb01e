import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import { useCore } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';

describe('PtyApi', function () {
  this.timeout(30_000);
  const fixture = useCore();
  const { watchPty, untilShown } = fixture;
  const id = 'fake-main-task_9';

  it('starts a PTY in the shell, writes to it, resizes it and kills it', async () => {
    const pty = await fixture.core.ptys.startPty({
      id,
      cwd: fixture.folder,
      shell: 'fake',
      initialPrompt: 'two words',
      cols: 70,
      rows: 20,
    });
    const seen = watchPty(pty);
    await untilShown(seen, 'size 20 70 args: [two words]');
    fixture.core.ptys.resizePty(id, 60, 10);
    assert.deepEqual([pty.cols, pty.rows], [60, 10]);
    fixture.core.ptys.writePty(id, 'hello\r');
    await untilShown(seen, 'heard: hello');
    assert.deepEqual(
      [fixture.core.ptys.hasPty(id), fixture.core.ptys.getPtyKind(id)],
      [true, 'local'],
    );
    fixture.core.ptys.killPty(id);
    await waitFor(() => !fixture.core.ptys.hasPty(id), {
      limitMs: 5000,
      what: 'the end of the PTY',
    });
  });

  it('starts a PTY directly, and reports when a shell replaces the agent', async () => {
    const ended: string[] = [];
    fixture.core.ptys.setOnDirectCliExit((...args) => ended.push(args.join(' in ')));
    const pty = await fixture.core.ptys.startDirectPty({
      id,
      providerId: 'fake',
      cwd: fixture.folder,
    });
    assert.ok('write' in pty);
    const seen = watchPty(pty);
    await untilShown(seen, 'agent in');
    pty.write('exit0\r');
    await waitFor(() => ended.length > 0, { limitMs: 5000, what: 'the end of the agent' });
    assert.deepEqual(ended, [`${id} in ${fixture.folder}`]);
    pty.write('echo still-$((40+2))\r');
    await untilShown(seen, 'still-42');
  });

  it('D18: returns as a value why a PTY cannot start directly', async () => {
    fixture.set({ providers: { fake: { cli: 'cat | cat' } } });
    const refused = await fixture.core.ptys.startDirectPty({
      id,
      providerId: 'fake',
      cwd: fixture.folder,
    });
    assert.deepEqual('reason' in refused && [refused.kind, refused.reason], [
      'notPossible',
      'CLI_NEEDS_SHELL',
    ]);
    assert.equal(fixture.core.ptys.hasPty(id), false);
  });

  for (const cli of ['no-such-agent', '/no/such/agent']) {
    it(`D18: returns as a value that the path of ${cli} is not known`, async () => {
      fixture.set({ providers: { fake: { cli } } });
      const call = { id, providerId: 'fake', cwd: fixture.folder };
      const refused = await fixture.core.ptys.startDirectPty(call);
      assert.ok('reason' in refused);
      assert.deepEqual([refused.kind, refused.reason], ['notPossible', 'CLI_PATH_UNKNOWN']);
      assert.match(refused.message, /agentTerminals\.providers\.fake\.cli/);
      await assert.rejects(fixture.core.ptys.startPty(call), { code: 'CLI_NOT_FOUND' });
      assert.equal(fixture.core.ptys.hasPty(id), false);
    });
  }

  it('starts a bare login shell if no provider is named', async () => {
    const pty = await fixture.core.ptys.startPty({ id: 'shell-chat-1', cwd: fixture.folder });
    const seen = watchPty(pty);
    pty.write('shopt -q login_shell && echo "in $PWD"\r');
    await untilShown(seen, `in ${fixture.folder}`);
  });

  it('ignores calls for an unknown id, and refuses to start an invalid one', async () => {
    fixture.core.ptys.writePty('x', 'data');
    fixture.core.ptys.resizePty('x', 1, 1);
    fixture.core.ptys.killPty('x');
    assert.deepEqual(
      [
        fixture.core.ptys.hasPty('x'),
        fixture.core.ptys.getPty('x'),
        fixture.core.ptys.getPtyKind('x'),
      ],
      [false, undefined, undefined],
    );
    await assert.rejects(fixture.core.ptys.startPty({ id: 'x' }), (error) =>
      SessionError.is(error, 'BAD_REQUEST'),
    );
  });
});
