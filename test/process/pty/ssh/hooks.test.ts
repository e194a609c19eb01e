import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from '../../../../scripts/lib/findOnPath.mjs';
import type { PreparedStart } from '../../../../src/agents/preparedStart';
import type { HookEvent } from '../../../../src/status/sources/hookEvent';
import { remoteDirectoriesOf } from '../../../support/pty/remoteDirectories';
import { useCore, type Seen } from '../../../support/agents/useCore';
import { useSshd } from '../../../support/pty/useSshd';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 15_000;

/** Runs the hook of each event that is typed, as a CLI runs it, with the event's name in the payload. */
const CLI = `#!${process.execPath}
const { spawnSync } = require('node:child_process');
const settings = JSON.parse(process.argv[process.argv.indexOf('--settings') + 1] || '{"hooks":{}}');
console.log('hooks of', Object.keys(settings.hooks).length > 0 ? 'ours' : 'nobody');
require('node:readline').createInterface({ input: process.stdin }).on('line', (event) => {
  const line = settings.hooks[event][0].hooks[0].command;
  const { status } = spawnSync('/bin/sh', ['-c', line], { input: JSON.stringify({ event, text: 'ü' }) });
  console.log(\`ran \${event} \${status}\`);
});
`;

describe('Hooks over SSH', function () {
  this.timeout(60_000);
  const sshd = useSshd();
  const fixture = useCore();
  let events: HookEvent[] = [];
  let seen: Seen = { text: '' };

  async function start(target: string, tmux = false): Promise<PreparedStart> {
    const cli = join(sshd.directory, 'cli');
    writeFileSync(cli, CLI);
    chmodSync(cli, 0o755);
    fixture.set({ providers: { claude: { cli } } });
    const ssh = { target, sshArgs: sshd.sshArgs, tmux };
    return launch(await fixture.prepare({ providerId: 'claude', options: { ssh } }));
  }

  async function launch(prepared: PreparedStart): Promise<PreparedStart> {
    events = [];
    fixture.core.onDidReceiveHook((event) => events.push(event));
    await prepared.launch();
    seen = await fixture.watch(prepared.sessionId);
    await fixture.untilShown(seen, 'hooks of ours');
    return prepared;
  }

  const run = async ({ sessionId }: PreparedStart, event: string): Promise<void> => {
    fixture.core.sessions.find(sessionId)?.write(`${event}\r`);
    await fixture.untilShown(seen, `ran ${event} 0`);
  };

  const noticesOf = ({ sessionId }: PreparedStart) =>
    fixture.core.sessions.get(sessionId)?.notices ?? [];

  async function arrive(prepared: PreparedStart): Promise<void> {
    await run(prepared, 'UserPromptSubmit');
    await waitFor(() => events.length > 0, {
      limitMs: LIMIT_MS,
      what: () => `an event; the log has ${fixture.log.join('\n')}`,
    });
    assert.deepEqual(
      events.map(({ ptyId, name, payload }) => ({ ptyId, name, payload })),
      [
        {
          ptyId: prepared.sessionId,
          name: 'UserPromptSubmit',
          payload: { event: 'UserPromptSubmit', text: 'ü' },
        },
      ],
    );
    assert.deepEqual(noticesOf(prepared), []);
  }

  it('arrive through the connection, by curl', async function () {
    if (!findOnPath(['curl'])) {
      this.skip();
    }
    const prepared = await start('host');
    await arrive(prepared);
    const [directory = ''] = remoteDirectoriesOf(sshd.directory);
    const [, token = ''] =
      /-Token: ([^"]+)/.exec(readFileSync(join(directory, 'hook.conf'), 'utf8')) ?? [];
    assert.ok(token);
    assert.ok(
      !execFileSync('ps', ['-eo', 'args']).toString().includes(token),
      'ps shows the token',
    );
  });

  it('arrive in the next window of a session in tmux, and after it has reconnected', async function () {
    if (!findOnPath(['tmux'])) {
      this.skip();
    }
    const prepared = await start('host', true);
    await arrive(prepared);
    await fixture.reopen();
    const again = await launch(await fixture.core.launcher.prepareRestart(prepared.sessionId));
    await arrive(again);
    const connection = sshd.connections().at(-1);
    assert.ok(connection);
    sshd.signal(connection, 'SIGKILL');
    await fixture.untilShown(seen, 'Connecting again');
    events = [];
    seen.text = '';
    await fixture.untilShown(seen, 'hooks of ours');
    await run(again, 'UserPromptSubmit');
    await waitFor(() => events.length > 0, { limitMs: LIMIT_MS, what: 'an event' });
    await fixture.core.sessions.find(again.sessionId)?.kill();
  });

  /** Starts a server whose PATH has `names` and the tools of our scripts, but not curl. */
  async function hostWith(alias: string, names: readonly string[]): Promise<void> {
    const bin = join(sshd.directory, alias);
    mkdirSync(bin);
    for (const name of ['cat', 'id', 'ls', 'mkdir', 'mv', 'rm', 'stty', 'dirname', 'sh']) {
      symlinkSync(findOnPath([name]) ?? '/bin/false', join(bin, name));
    }
    names.forEach((name) => symlinkSync(process.execPath, join(bin, name)));
    writeFileSync(join(sshd.home, '.bash_profile'), `PATH=${bin}\n`);
    await sshd.start(alias, [`SetEnv HOME=${sshd.home} SHELL=/bin/bash PATH=${bin}`]);
  }

  it('arrive by node without curl', async () => {
    await hostWith('node-only', ['node']);
    await arrive(await start('node-only'));
  });

  it('do not arrive without curl and node, which is reported', async () => {
    await hostWith('bare', []);
    const prepared = await start('bare');
    await run(prepared, 'UserPromptSubmit');
    assert.match(noticesOf(prepared).join(), /^Neither curl nor node was found on bare, so hooks/);
    assert.deepEqual(events, []);
  });

  for (const [title, line] of [
    ['sockets', 'AllowStreamLocalForwarding no'],
    ['anything', 'DisableForwarding yes'],
  ] as const) {
    it(`do not arrive if the server refuses to forward ${title}, which is reported`, async () => {
      const alias = `refuses-${title}`;
      await sshd.start(alias, [line]);
      const prepared = await start(alias);
      const sentence = `${alias} refuses to forward a socket, so hooks cannot report from there`;
      await fixture.untilShown(seen, sentence);
      assert.match(noticesOf(prepared).join(), new RegExp(`^${sentence}`));
      assert.equal(fixture.log.filter((line) => line.includes(sentence)).length, 1);
      await run(prepared, 'UserPromptSubmit');
      const explained = await fixture.core.status.explain(prepared.sessionId);
      assert.deepEqual(explained.notices, noticesOf(prepared));
      assert.deepEqual(events, []);
    });
  }
});
