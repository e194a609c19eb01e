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
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '../../../scripts/lib/findOnPath.mjs';
import { printLine } from '../../../scripts/lib/printLine.mjs';
import { readSshdObstacle } from '../../../scripts/lib/sshdObstacle.mjs';
import { holdPort, type HeldPort } from './heldPort';
import { forgoCompletions } from './shellHome';
import { waitFor } from '../waitFor';

const SSHD = findOnPath(['sshd']) ?? ['/usr/sbin/sshd'].find((path) => existsSync(path));

/** A directory that sshd requires as root, at a path fixed when it was built. */
const PRIVILEGE_SEPARATION = '/run/sshd';

/**
 * SSH servers for the tests of a suite, on loopback, which accept one key; their sessions have a
 * separate home. Skips the tests if there is no sshd, or if it cannot allocate terminals; prints
 * the cause of the latter.
 */
export function useSshd(): SshdFixture {
  const fixture = new SshdFixture();
  before('sshd is installed and can allocate terminals', async function () {
    if (!SSHD || !findOnPath(['ssh'])) {
      this.skip();
    }
    const obstacle = readSshdObstacle();
    if (obstacle !== undefined) {
      printLine(obstacle);
      this.skip();
    }
    await fixture.setUp(SSHD);
  });
  after(() => fixture.tearDown());
  return fixture;
}

class SshdFixture {
  private readonly servers: Sshd[] = [];
  /** An sshd for each connection, oldest first. */
  private readonly children: ChildProcess[] = [];
  private program = '';
  directory = '';
  /** The home of the sessions. */
  home = '';

  async setUp(program: string): Promise<void> {
    this.program = program;
    this.directory = realpathSync(mkdtempSync(join(tmpdir(), 'agent-terminals-sshd-')));
    this.home = join(this.directory, 'home');
    mkdirSync(this.home);
    // Without this file zsh asks any user except root to create one.
    writeFileSync(join(this.home, '.zshrc'), '');
    forgoCompletions(this.home);
    mkdirSync(join(this.directory, 'tmux'));
    for (const name of ['host', 'other', 'user']) {
      const file = join(this.directory, name);
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', file]);
    }
    const key = readFileSync(join(this.directory, 'user.pub'));
    writeFileSync(join(this.directory, 'authorized_keys'), key);
    if (process.getuid?.() === 0) {
      // It is not removed: each sshd of the machine needs it.
      mkdirSync(PRIVILEGE_SEPARATION, { recursive: true, mode: 0o755 });
    }
    await this.start('host', []);
  }

  async tearDown(): Promise<void> {
    this.servers.forEach((server) => server.dispose());
    await Promise.all(this.children.filter(isAlive).map(end));
    this.endTmux();
    await this.ended();
    removeWhatWasCutOff();
    if (this.directory) {
      rmSync(this.directory, { recursive: true });
    }
  }

  /** Starts another server with additional lines of configuration; `alias` connects to it. */
  async start(alias: string, lines: readonly string[], hostKey = 'host'): Promise<Sshd> {
    const config = join(this.directory, `sshd_config.${alias}`);
    writeFileSync(config, [...lines, ...this.configOf(hostKey), ''].join('\n'));
    // Fails with the message of sshd if the configuration is invalid.
    execFileSync(this.program, ['-t', '-f', config], { stdio: 'pipe' });
    const server = new Sshd(await holdPort(), (socket) => this.serve(socket, config));
    this.servers.push(server);
    await server.listen();
    this.name(alias, server.port);
    return server;
  }

  /** Makes `alias` connect to a port of this machine, with further options of `ssh`. */
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

  /** Arguments that make `ssh` read the aliases, and not the person's own configuration. */
  get sshArgs(): readonly string[] {
    return ['-F', join(this.directory, 'ssh_config')];
  }

  /** The names of the tmux sessions on the server. */
  tmuxSessions(): readonly string[] {
    return this.tmux('list-sessions', '-F', '#{session_name}').split('\n').filter(Boolean);
  }

  /** The process ids of the server sides of connections, oldest first. */
  connections(): readonly number[] {
    return this.children.filter(isAlive).map(({ pid = 0 }) => pid);
  }

  /** Signals all processes of the server side of a connection, but not those of its session. */
  signal(connection: number, signal: NodeJS.Signals): void {
    process.kill(-connection, signal);
  }

  private serve(socket: Socket, config: string): void {
    // It leads a process group: for a user other than root a second process has the socket.
    const child = spawn(this.program, ['-i', '-f', config], {
      stdio: [socket, socket, 'ignore'],
      detached: true,
    });
    this.children.push(child);
    // Closes the descriptor of this process; the child keeps the connection.
    socket.destroy();
  }

  /** Waits until all processes with this home have ended: shells write their history at the end. */
  private async ended(): Promise<void> {
    const list = (): string => execFileSync('ps', ['axeww', '-o', 'command=']).toString();
    await waitFor(() => this.home === '' || !list().includes(`HOME=${this.home}`), {
      limitMs: 40_000,
      what: 'the end of all processes over SSH',
    });
  }

  private configOf(hostKey: string): readonly string[] {
    return [
      `HostKey ${join(this.directory, hostKey)}`,
      `AuthorizedKeysFile ${join(this.directory, 'authorized_keys')}`,
      'StrictModes no',
      'UsePAM no',
      'PermitRootLogin yes',
      // Tests do not run the person's ~/.ssh/rc.
      'PermitUserRC no',
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
      // No server runs, or tmux is not installed.
      return '';
    }
  }

  /** Types a line into the only session in tmux on the server. */
  typeInTmux(line: string): void {
    this.tmux('send-keys', line, 'Enter');
  }

  /** Kills the first process of each tmux session on the server, which then leaves no status. */
  killInTmux(): void {
    const pids = this.tmux('list-panes', '-a', '-F', '#{pane_pid}').split('\n').filter(Boolean);
    pids.forEach((pid) => process.kill(Number(pid), 'SIGKILL'));
  }

  /** Ends all tmux sessions on the server. */
  private endTmux(): void {
    this.tmux('kill-server');
  }
}

/**
 * Removes directories of sessions that were cut off, by the rule of the next session of this user,
 * of any test: their process has ended and has left no status.
 */
function removeWhatWasCutOff(): void {
  for (const name of readdirSync('/tmp').filter((one) => one.startsWith('agent-terminals-ssh-'))) {
    const place = join('/tmp', name);
    const pid = isOfThisUser(place) ? readPid(join(place, 'pid')) : 0;
    if (pid > 0 && hasEnded(pid) && !existsSync(join(place, 'status'))) {
      rmSync(place, { recursive: true, force: true });
      rmSync(`${place}.sock`, { force: true });
    }
  }
}

/** False if it no longer exists. */
function isOfThisUser(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

/** True also for a zombie, whose exit status was not read yet. */
function hasEnded(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() === '' || stdout.startsWith('Z');
}

/** 0 if the file contains none, or no longer exists. */
function readPid(path: string): number {
  return Number(readText(path));
}

/** Empty if the file does not exist, or is not readable for this user. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * A server on its own port. It listens in this process and starts an sshd for each connection, as
 * inetd does: sshd itself cannot listen on a port that the system chooses.
 */
class Sshd {
  private server: Server | undefined;

  constructor(
    private readonly held: HeldPort,
    private readonly serve: (socket: Socket) => void,
  ) {}

  get port(): number {
    return this.held.port;
  }

  /** Accepts connections, at first or after {@link stop}. */
  async listen(): Promise<void> {
    const server = createServer({ pauseOnConnect: true }, this.serve);
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
  }

  /** Refuses new connections from now on; existing ones stay open. */
  stop(): void {
    this.server?.close();
    this.server = undefined;
  }

  dispose(): void {
    this.stop();
    this.held.release();
  }
}

function isAlive({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
