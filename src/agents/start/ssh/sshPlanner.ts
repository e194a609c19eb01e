import { SessionError } from '../../../base/errors';
import type { Logger } from '../../../base/logger';
import { randomHex } from '../../../base/randomHex';
import { classifyCli } from '../../../providers/launch/cliForm';
import type { ExecutableSearch, SearchOptions } from '../../../pty/shell/preflight';
import { quoteForShell } from '../../../pty/shell/quoteForShell';
import type { SessionSpec } from '../../../pty/sessionService';
import type { ShellCommand } from '../../../pty/shell/shellPlan';
import { buildSshEnvironment } from '../../../pty/ssh/sshEnvironment';
import {
  buildSshArgs,
  type SshDelivery,
  type SshOptions,
  type SshTarget,
} from '../../../pty/ssh/sshLine';
import { buildRemoteAgent } from '../../../pty/ssh/sshRun';
import {
  buildRemoteReconnect,
  buildRemoteCommand,
  buildRemoteEnd,
  buildRemoteStart,
  remoteSocket,
  type RemoteSessionPlan,
} from '../../../pty/ssh/sshScripts';
import { getTmuxSessionName } from '../../../pty/tmux/tmuxLine';
import type { CheckedAgent, FoundCli } from '../agentPlan';
import type { ForwardEndpoint } from '../agentHooks';
import type { MachineFacts } from '../machineFacts';
import { planSshHooks, randomRemoteDirectory, type SshHooks } from './sshHooks';
import { persistenceOf, type StartContext } from '../startContext';

/** A start over SSH, with the session of this machine's shell on which its spec is based. */
interface SshStart {
  readonly context: StartContext;
  readonly ssh: SshTarget;
  readonly base: SessionSpec;
}

/**
 * A session must not be the master of a shared connection, because the end of a master ends the
 * other connections. This precedes the person's options. An existing master of theirs is used.
 */
const NO_MASTER = ['-o', 'ControlMaster=no'] as const;

/** A refused forward must not end the session. These options precede the person's options. */
const BEFORE = [
  ...NO_MASTER,
  ...['-o', 'ExitOnForwardFailure=no', '-o', 'StreamLocalBindUnlink=yes'],
] as const;

/**
 * Timeouts for a server that does not respond and for a dead connection. `RemoteCommand`: a command
 * in the person's config would replace ours. `EscapeChar`: a prompt with `~.` would disconnect.
 */
const AFTER = [
  ...['-o', 'ConnectTimeout=20', '-o', 'ServerAliveInterval=15', '-o', 'ServerAliveCountMax=3'],
  ...['-o', 'RemoteCommand=none', '-o', 'EscapeChar=none'],
] as const;

/** Options of the login that ends a session on the remote machine: no questions and no forwards. */
const END = [
  ...NO_MASTER,
  ...['-T', '-o', 'BatchMode=yes', '-o', 'ConnectTimeout=5', '-o', 'ClearAllForwardings=yes'],
] as const;

/** Plans sessions whose agents run on another machine, over the person's `ssh`. */
export class SshPlanner {
  constructor(
    private readonly deps: {
      readonly machine: MachineFacts;
      /** The socket for the session's hook events; undefined if none are accepted. */
      readonly openHooks: (ptyId: string) => Promise<ForwardEndpoint | undefined>;
      readonly findExecutable: (file: string, options: SearchOptions) => Promise<ExecutableSearch>;
      readonly logger: Logger;
    },
  ) {}

  /** How to call the CLI on the remote machine. Whether it is installed there is not checked. */
  async findCli(cli: string): Promise<FoundCli> {
    // A path with spaces is distinguished from a command with arguments by the files of this
    // machine.
    const exists = async (path: string): Promise<boolean> =>
      (await this.deps.findExecutable(path, { env: {}, cwd: '/' })).kind === 'found';
    const form = await classifyCli({ platform: 'linux', home: '~', exists }, cli);
    if (form.kind === 'line' || form.kind === 'name') {
      return form.kind === 'line' ? form : { kind: 'program', name: form.name, path: form.name };
    }
    // `~` is expanded by the remote machine's shell.
    return form.path.startsWith('~')
      ? { kind: 'line', line: cli }
      : { kind: 'program', name: form.path, path: form.path };
  }

  /**
   * The session of an agent on the remote machine.
   * @throws {SessionError} `BAD_REQUEST` for an invalid target, `CLI_NOT_FOUND` if `ssh` is missing.
   */
  async planAgent(agent: CheckedAgent, start: SshStart): Promise<SessionSpec> {
    const { ssh, base } = start;
    const exec = `ssh ${ssh.target}: ${[agent.config.cli, ...agent.command.args].join(' ')}`;
    if (ssh.remoteInitCommand !== undefined) {
      return {
        ...(await this.planLine(start, { before: NO_MASTER, after: [] })),
        exec: `ssh ${ssh.target}: ${ssh.remoteInitCommand}`,
      };
    }
    const { remote, nonce, hooks } = await this.planRemote(agent, start);
    const forward = hooks ? ['-R', `${remoteSocket(remote.directory)}:${hooks.socket}`] : [];
    const options = { before: [...BEFORE, ...forward], after: AFTER };
    const call = { ...ssh, remoteInitCommand: buildRemoteCommand(remote) };
    const spec = await this.planLine({ ...start, ssh: call }, options);
    const delivery = deliver(remote, ssh);
    const program = { ...spec.program, ssh: { target: ssh.target, delivery } };
    const { afterExit } = start.context.settings;
    return { ...base, ...spec, exec, afterExit, exitMarkerNonce: nonce, program };
  }

  /**
   * A session of `ssh -tt {sshArgs...} {target} {remoteInitCommand}`, which runs the person's command
   * line on the remote machine, or their login shell. `options` are further options of `ssh`.
   * @throws {SessionError} as {@link planAgent}.
   */
  async planLine({ context, ssh, base }: SshStart, options?: SshOptions): Promise<SessionSpec> {
    const args = buildSshArgs(ssh, options);
    const file = await this.requireSsh(context.settings.sshPath || 'ssh', base);
    return {
      ...base,
      kind: 'ssh',
      exec: ['ssh', ...args].join(' '),
      // With `tmux`, the remote machine's tmux holds the agent, so this session needs none.
      persistence: persistenceOf(context) === 'host' ? 'host' : 'window',
      program: { ...base.program, file, args, ssh: { target: ssh.target } },
    };
  }

  private async requireSsh(file: string, { program }: SessionSpec): Promise<string> {
    const search = await this.deps.findExecutable(file, program);
    if (search.kind === 'found') {
      return search.path;
    }
    const where = search.lookedIn.join(', ');
    throw new SessionError(
      'CLI_NOT_FOUND',
      file === 'ssh'
        ? `ssh was not found in ${where}: install OpenSSH's client, or name it in the setting agentTerminals.sshPath.`
        : `The setting agentTerminals.sshPath names ${file}, which is not a program here (looked in ${where}): correct it.`,
    );
  }

  private async planRemote(agent: CheckedAgent, { context, ssh }: SshStart) {
    const { config, command, cli } = agent;
    const { task, ptyId, folder, settings, options } = context;
    const directory = randomRemoteDirectory();
    const { envNames = [] } = options;
    const passthrough = [...config.provider.env.pass, ...settings.envPassthrough, ...envNames];
    const explicit = { ...config.env, ...command.env, ...options.env };
    const session = { ptyId, taskId: task.id, taskName: task.name, folder: folder.path };
    const { env: source } = this.deps.machine;
    const env = buildSshEnvironment({ source, passthrough, explicit, session });
    const { logger } = this.deps;
    const { provider } = config;
    const hasHooks = provider.hooks.kind !== 'none';
    const endpoint = hasHooks ? await this.deps.openHooks(ptyId) : undefined;
    const planned = await planSshHooks({
      provider,
      command,
      ptyId,
      directory,
      env,
      endpoint,
      logger,
    });
    const nonce = randomHex(16);
    const agentFiles = buildRemoteAgent(
      {
        command: toShellCommand(cli, planned),
        environment: { ...env, ...planned.launch.env },
        afterExit: settings.afterExit,
        exitMarkerNonce: nonce,
      },
      directory,
    );
    const hooks = planned.files.length > 0 ? endpoint : undefined;
    const remote: RemoteSessionPlan = {
      directory,
      nonce: randomHex(16),
      files: [...planned.files, ...agentFiles],
      cwd: ssh.remoteCwd ? quoteCwd(ssh.remoteCwd) : undefined,
      tmux: ssh.tmux ? getTmuxSessionName(ptyId) : undefined,
      hasHooks: hooks !== undefined,
    };
    return { remote, nonce, hooks };
  }
}

function toShellCommand(cli: FoundCli, { launch }: SshHooks): ShellCommand {
  const { args } = launch;
  return cli.kind === 'line'
    ? { kind: 'line', line: cli.line, args }
    : { kind: 'program', file: cli.name, args };
}

function deliver(remote: RemoteSessionPlan, ssh: SshTarget): SshDelivery {
  const { nonce, tmux } = remote;
  const delivery = { nonce, script: buildRemoteStart(remote), cwd: ssh.remoteCwd ?? '' };
  if (tmux === undefined) {
    return delivery;
  }
  const line = buildRemoteEnd(remote.directory, tmux);
  return {
    ...delivery,
    again: buildRemoteReconnect({ ...remote, tmux }),
    end: {
      args: [...END, ...ssh.sshArgs, ssh.target, line],
      hint: ['ssh', ...ssh.sshArgs, ssh.target, line].map(quoteForShell).join(' '),
    },
  };
}

/** Quotes a directory for the remote machine's shell; a leading `~` becomes `$HOME`. */
function quoteCwd(cwd: string): string {
  const below = /^~(?:\/|$)/.test(cwd) ? cwd.slice(2) : undefined;
  if (below !== undefined) {
    return below === '' ? '"$HOME"' : `"$HOME"/${quoteForShell(below)}`;
  }
  // `./`, so that a leading dash does not begin an option.
  return quoteForShell(cwd.startsWith('/') ? cwd : `./${cwd}`);
}
