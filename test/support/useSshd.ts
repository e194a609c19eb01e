import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '../../scripts/lib/findOnPath.mjs';
import { waitFor } from './waitFor';

const SSHD = findOnPath(['sshd']) ?? ['/usr/sbin/sshd'].find((path) => existsSync(path));

/** Where root's sshd wants a directory to be, whatever its configuration says. */
const PRIVILEGE_SEPARATION = '/run/sshd';

/**
 * An sshd of its own for the tests of a suite, on loopback, which knows one key; sessions there have a
 * home of their own. Skips them where there is no sshd.
 */
export function useSshd(): SshdFixture {
  const fixture = new SshdFixture();
  before(async function () {
    if (!SSHD || !findOnPath(['ssh'])) {
      this.skip();
    }
    await fixture.setUp(SSHD);
  });
  after(() => fixture.tearDown());
  return fixture;
}

class SshdFixture {
  private servers: ChildProcess[] = [];
  private program = '';
  private madeSeparation = false;
  directory = '';
  /** The home of the sessions there. */
  home = '';
  /** What the servers have said. */
  log = '';

  async setUp(program: string): Promise<void> {
    this.program = program;
    this.directory = realpathSync(mkdtempSync(join(tmpdir(), 'agent-terminals-sshd-')));
    this.home = join(this.directory, 'home');
    mkdirSync(this.home);
    mkdirSync(join(this.directory, 'tmux'));
    for (const name of ['host', 'other', 'user']) {
      const file = join(this.directory, name);
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', file]);
    }
    const key = readFileSync(join(this.directory, 'user.pub'));
    writeFileSync(join(this.directory, 'authorized_keys'), key);
    if (process.getuid?.() === 0 && !existsSync(PRIVILEGE_SEPARATION)) {
      mkdirSync(PRIVILEGE_SEPARATION, { mode: 0o755 });
      this.madeSeparation = true;
    }
    await this.start('host', []);
  }

  async tearDown(): Promise<void> {
    await Promise.all(this.servers.map(stop));
    this.endTmux();
    await this.ended();
    removeWhatWasCutOff();
    if (this.madeSeparation) {
      rmSync(PRIVILEGE_SEPARATION, { recursive: true });
    }
    if (this.directory) {
      rmSync(this.directory, { recursive: true });
    }
  }

  /** Starts another server, with more lines of configuration, by which `alias` leads to it. */
  async start(alias: string, lines: readonly string[], hostKey = 'host'): Promise<Sshd> {
    const server = await this.listen(await freePort(), lines, hostKey);
    this.name(alias, server.port);
    return server;
  }

  /** The same on a port that one had before, and by the name that leads there. */
  async listen(port: number, lines: readonly string[] = [], hostKey = 'host'): Promise<Sshd> {
    this.log = '';
    const config = join(this.directory, `sshd_config.${port}`);
    writeFileSync(config, [...lines, ...this.configOf(port, hostKey), ''].join('\n'));
    const server = spawn(this.program, ['-D', '-e', '-f', config], { stdio: 'pipe' });
    this.servers.push(server);
    server.stderr.on('data', (text: Buffer) => (this.log += text.toString()));
    await waitFor(() => this.log.includes(`port ${port}.`), {
      limitMs: 10_000,
      what: () => `sshd to listen on ${port}; it says ${this.log}`,
    });
    return { port, pid: server.pid ?? -1, stop: () => stop(server) };
  }

  /** Has `alias` lead to a port of this machine, with more options of `ssh`'s configuration. */
  name(alias: string, port: number, options: readonly string[] = []): void {
    const lines = [
      `Host ${alias}`,
      ...options,
      'HostName 127.0.0.1',
      `Port ${port}`,
      `User ${userInfo().username}`,
      `HostKeyAlias ${alias}`,
      `IdentityFile ${join(this.directory, 'user')}`,
      'IdentitiesOnly yes',
      `UserKnownHostsFile ${this.knownHosts}`,
      'GlobalKnownHostsFile /dev/null',
      'StrictHostKeyChecking accept-new',
    ];
    appendFileSync(join(this.directory, 'ssh_config'), `${lines.join('\n')}\n`);
  }

  get knownHosts(): string {
    return join(this.directory, 'known_hosts');
  }

  /** What leads `ssh` to the aliases, and not to a person's own configuration. */
  get sshArgs(): readonly string[] {
    return ['-F', join(this.directory, 'ssh_config')];
  }

  /** The names of the tmux sessions there. */
  tmuxSessions(): readonly string[] {
    return this.tmux('list-sessions', '-F', '#{session_name}').split('\n').filter(Boolean);
  }

  /** The process ids of the servers' sides of connections that run something. */
  connections(): readonly number[] {
    const sessions = execFileSync('ps', ['-eo', 'pid=,ppid=,args=']).toString().split('\n');
    const pids = new Set(this.servers.map(({ pid }) => String(pid)));
    return sessions
      .map((line) => line.trim().split(/\s+/))
      .filter(([, parent = '', name = '']) => pids.has(parent) && name.startsWith('sshd'))
      .map(([pid]) => Number(pid));
  }

  /** Until all that ran in the home there is gone: shells write down what was typed as they end. */
  private async ended(): Promise<void> {
    const list = (): string => execFileSync('ps', ['axeww', '-o', 'command=']).toString();
    await waitFor(() => this.home === '' || !list().includes(`HOME=${this.home}`), {
      limitMs: 40_000,
      what: 'the end of all that ran over SSH',
    });
  }

  private configOf(port: number, hostKey: string): readonly string[] {
    return [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(this.directory, hostKey)}`,
      `AuthorizedKeysFile ${join(this.directory, 'authorized_keys')}`,
      `PidFile ${join(this.directory, `sshd.${port}.pid`)}`,
      'StrictModes no',
      'UsePAM no',
      'PermitRootLogin yes',
      'LogLevel VERBOSE',
      `SetEnv HOME=${this.home} SHELL=/bin/bash TMUX_TMPDIR=${join(this.directory, 'tmux')}`,
    ];
  }

  private tmux(...args: readonly string[]): string {
    const env = { ...process.env, TMUX_TMPDIR: join(this.directory, 'tmux') };
    try {
      const stdio = ['ignore', 'pipe', 'ignore'] as const;
      return execFileSync('tmux', ['-L', 'agent-terminals', ...args], {
        env,
        stdio: [...stdio],
      }).toString();
    } catch {
      // No server runs, or there is no tmux.
      return '';
    }
  }

  /** Ends all that runs in tmux there. */
  endTmux(): void {
    this.tmux('kill-server');
  }
}

/** The directories of sessions that were cut off, which any next start would remove, too. */
function removeWhatWasCutOff(): void {
  for (const name of readdirSync('/tmp').filter((one) => one.startsWith('agent-terminals-ssh-'))) {
    const pid = readPid(join('/tmp', name, 'pid'));
    if (pid > 0 && hasEnded(pid)) {
      rmSync(join('/tmp', name), { recursive: true, force: true });
    }
  }
}

/** Also where nobody has asked for its status yet. */
function hasEnded(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() === '' || stdout.startsWith('Z');
}

/** 0 where none is told, or not any more. */
function readPid(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return 0;
  }
}

export interface Sshd {
  readonly port: number;
  readonly pid: number;
  /** No new connections from then on; those that there are stay. */
  stop(): Promise<void>;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
}

/** Free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  assert.ok(port > 0);
  return port;
}
