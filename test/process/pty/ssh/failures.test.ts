import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import type { PreparedStart } from '../../../../src/agents/preparedStart';
import { holdPort } from '../../../support/pty/heldPort';
import { isRunning } from '../../../support/isRunning';
import {
  leftOfDirectories,
  makeRemoteDirectory,
  remoteDirectoriesOf,
} from '../../../support/pty/remoteDirectories';
import { useCore, type Seen } from '../../../support/agents/useCore';
import { useSshd } from '../../../support/pty/useSshd';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 15_000;
/** In seconds since the epoch. */
const TWO_DAYS_AGO = Date.now() / 1000 - 2 * 24 * 60 * 60;

describe('A failure of SSH', function () {
  this.timeout(60_000);
  const sshd = useSshd();
  const fixture = useCore();
  let seen: Seen = { text: '' };

  async function start(target: string, options: readonly string[] = []): Promise<PreparedStart> {
    const ssh = { target, sshArgs: [...sshd.sshArgs, ...options] };
    const prepared = await fixture.prepare({ options: { ssh } });
    await prepared.launch();
    seen = await fixture.watch(prepared.sessionId);
    return prepared;
  }

  const info = ({ sessionId }: PreparedStart) => fixture.core.sessions.get(sessionId);

  /** Asserts that the session ends with the status of ssh itself and with one sentence. */
  async function failsBy(prepared: PreparedStart, sentence: string): Promise<void> {
    await waitFor(() => info(prepared)?.state === 'terminated', {
      limitMs: LIMIT_MS,
      what: () => `the end of the session; it shows ${JSON.stringify(seen.text)}`,
    });
    assert.deepEqual(
      [info(prepared)?.exitCode, info(prepared)?.agentExitCode, info(prepared)?.notices],
      [255, null, [sentence]],
      seen.text,
    );
    assert.ok(seen.text.includes(`[${sentence}]`), seen.text);
  }

  it('is reported for an unknown host name', async () => {
    await failsBy(
      await start('nobody.invalid'),
      'The host name nobody.invalid cannot be resolved: check its spelling, or its HostName in ~/.ssh/config.',
    );
  });

  it('is reported for a port without a listener', async () => {
    const held = await holdPort();
    sshd.name('refusing', held.port);
    try {
      await failsBy(
        await start('refusing'),
        'refusing refuses the connection: check that an SSH server listens there, and on which port.',
      );
    } finally {
      held.release();
    }
  });

  it('is reported for a server that accepts the connection and sends nothing', async () => {
    const sockets: Socket[] = [];
    const mute = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    sshd.name('mute', (mute.address() as AddressInfo).port);
    try {
      await failsBy(
        await start('mute', ['-o', 'ConnectTimeout=1']),
        'mute does not answer: check that it runs and can be reached from here.',
      );
    } finally {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => mute.close(resolve));
    }
  });

  it('is reported for a server that closes the connection at once', async () => {
    const rude = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
    sshd.name('rude', (rude.address() as AddressInfo).port);
    try {
      await failsBy(await start('rude'), 'rude closed the connection: see its log.');
    } finally {
      await new Promise((resolve) => rude.close(resolve));
    }
  });

  it('is reported for a login that the server refuses', async () => {
    await failsBy(
      await start('host', ['-o', 'PubkeyAuthentication=no', '-o', 'BatchMode=yes']),
      "host refuses the login: check the user's name, the key or the password.",
    );
  });

  it('is reported for a host key that has changed', async () => {
    const changed = await sshd.start('changed', [], 'other');
    const other = readFileSync(join(sshd.directory, 'host.pub'), 'utf8');
    writeFileSync(sshd.knownHosts, `changed ${other}`);
    const prepared = await start('changed', ['-o', 'StrictHostKeyChecking=ask']);
    await failsBy(
      prepared,
      'changed has a different host key than before, so ssh refuses to connect: find out why, and only then correct ~/.ssh/known_hosts.',
    );
    changed.stop();
  });

  it('is reported if the person declines the host key in the terminal, but not if they accept it', async () => {
    writeFileSync(sshd.knownHosts, '');
    const options = ['-o', 'StrictHostKeyChecking=ask'];
    const declined = await start('host', options);
    await fixture.untilShown(seen, 'Are you sure you want to continue connecting');
    fixture.core.sessions.find(declined.sessionId)?.write('no\r');
    await failsBy(
      declined,
      'The host key of host was not accepted: connect again and compare it, or add it to ~/.ssh/known_hosts.',
    );
    const accepted = await start('host', options);
    await fixture.untilShown(seen, 'Are you sure you want to continue connecting');
    fixture.core.sessions.find(accepted.sessionId)?.write('yes\r');
    await fixture.untilShown(seen, 'agent in');
  });

  it('is reported for a wrong password, and neither secrets nor the script are shown', async () => {
    fixture.set({ envPassthrough: ['ANTHROPIC_API_KEY'] });
    fixture.env['ANTHROPIC_API_KEY'] = 'secret-of-the-session';
    await sshd.start('asking', ['PasswordAuthentication yes', 'PubkeyAuthentication no']);
    const prepared = await start('asking', ['-o', 'NumberOfPasswordPrompts=1']);
    await fixture.untilShown(seen, 'password:');
    fixture.core.sessions.find(prepared.sessionId)?.write('wrong\r');
    await failsBy(
      prepared,
      "asking refuses the login: check the user's name, the key or the password.",
    );
    assert.doesNotMatch(seen.text, /secret-of-the-session|-begin/);
  });

  it('is reported for a connection that is cut, and leaves no files on the host', async () => {
    const prepared = await start('host');
    await fixture.untilShown(seen, 'agent in');
    const [connection] = sshd.connections().slice(-1);
    assert.ok(connection);
    const directories = remoteDirectoriesOf(fixture.home);
    assert.equal(directories.length, 1);
    sshd.signal(connection, 'SIGKILL');
    await failsBy(prepared, 'The connection to host was lost.');
    await waitFor(() => leftOfDirectories(directories).length === 0, {
      limitMs: LIMIT_MS,
      what: () => `the removal of its remote files: ${leftOfDirectories(directories).join()}`,
    });
  });

  it('ends a remote program that ignores its terminal, after the connection is cut', async () => {
    const prepared = await start('host');
    await fixture.untilShown(seen, 'agent in');
    fixture.core.sessions.find(prepared.sessionId)?.write('busy\r');
    await fixture.untilShown(seen, 'busy as');
    const pid = Number(/busy as (\d+)\./.exec(seen.text)?.[1]);
    const [connection] = sshd.connections().slice(-1);
    assert.ok(connection);
    assert.ok(isRunning(pid));
    const directories = remoteDirectoriesOf(fixture.home);
    sshd.signal(connection, 'SIGKILL');
    await waitFor(() => !isRunning(pid) && leftOfDirectories(directories).length === 0, {
      limitMs: LIMIT_MS,
      what: 'the end of the remote program',
    });
  });

  it('leaves what the next session on the host removes, except the status of one in tmux for a day', async () => {
    // No system gives a process such an id.
    const ended = 2 ** 30;
    const [killed, inTmux] = [makeRemoteDirectory(ended), makeRemoteDirectory(ended, 7)];
    const old = makeRemoteDirectory(ended, 7);
    utimesSync(join(old, 'status'), TWO_DAYS_AGO, TWO_DAYS_AGO);
    try {
      const prepared = await start('host');
      await fixture.untilShown(seen, 'agent in');
      assert.deepEqual(
        [killed, old, inTmux].map((one) => existsSync(one)),
        [false, false, true],
      );
      await fixture.core.sessions.find(prepared.sessionId)?.kill();
    } finally {
      rmSync(inTmux, { recursive: true, force: true });
    }
  });

  it('is reported for options that ssh does not support', async () => {
    await failsBy(
      await start('host', ['-o', 'NoSuchOption=1']),
      'ssh does not accept the options for host: correct sshArgs or ~/.ssh/config.',
    );
  });

  it('does not occur when the person ends the session, which is removed', async () => {
    const prepared = await start('host');
    await fixture.untilShown(seen, 'agent in');
    await fixture.core.sessions.find(prepared.sessionId)?.kill();
    assert.equal(info(prepared), undefined);
  });
});
