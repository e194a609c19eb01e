import { SessionError } from '../../base/errors';
import type { Logger } from '../../base/logger';
import { randomHex } from '../../base/randomHex';
import { classifyCli } from '../../providers/launch/cliForm';
import type { HookAccess } from '../../pty/shell/environment';
import type { ExecutableSearch, SearchOptions } from '../../pty/shell/preflight';
import { quoteForShell } from '../../pty/shell/quoteForShell';
import type { SessionSpec } from '../../pty/sessionService';
import type { ShellCommand } from '../../pty/shell/shellPlan';
import { buildSshEnvironment } from '../../pty/ssh/sshEnvironment';
import {
  buildSshArgs,
  type SshDelivery,
  type SshOptions,
  type SshPlace,
} from '../../pty/ssh/sshLine';
import { buildRemoteAgent } from '../../pty/ssh/sshRun';
import {
  buildRemoteReconnect,
  buildRemoteCommand,
  buildRemoteEnd,
  buildRemoteStart,
  remoteSocket,
  type RemoteSessionPlace,
} from '../../pty/ssh/sshScripts';
import { getTmuxSessionName } from '../../pty/tmux/tmuxLine';
import type { CheckedAgent, FoundCli } from './agentPlan';
import type { HostFacts } from './hostFacts';
import { planSshHooks, randomPlace, type SshHooks } from './sshHooks';
import { persistenceOf, type StartContext } from './startContext';

export interface SshPlannerDeps {
  readonly host: Pick<HostFacts, 'env'>;
  /** Where hooks report to on this machine; undefined where nobody listens. */
  readonly openHooks: (ptyId: string) => Promise<HookAccess | undefined>;
  readonly findExecutable: (file: string, options: SearchOptions) => Promise<ExecutableSearch>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** What is to be started, with the session that this machine's shell would have in its place. */
export interface SshStart {
  readonly context: StartContext;
  readonly place: SshPlace;
  readonly base: SessionSpec;
}

/**
 * A connection that others share ends theirs with it, so none of ours is one, whatever the person's
 * options say; one of theirs that is there is used.
 */
const NO_MASTER = ['-o', 'ControlMaster=no'] as const;

/** A forward that is refused must not end the session, so that counts whatever the person's options say. */
const BEFORE = [
  ...NO_MASTER,
  ...['-o', 'ExitOnForwardFailure=no', '-o', 'StreamLocalBindUnlink=yes'],
] as const;

/**
 * A server that says nothing is given up, and a line that is dead is noticed. A command that the person's
 * config has for the host would be in the place of ours, and a prompt that holds `~.` would hang up.
 */
const AFTER = [
  ...['-o', 'ConnectTimeout=20', '-o', 'ServerAliveInterval=15', '-o', 'ServerAliveCountMax=3'],
  ...['-o', 'RemoteCommand=none', '-o', 'EscapeChar=none'],
] as const;

/** Options of the login that ends the remote end of a session: no questions, none of the person's forwards. */
const END = [
  ...NO_MASTER,
  ...['-T', '-o', 'BatchMode=yes', '-o', 'ConnectTimeout=5', '-o', 'ClearAllForwardings=yes'],
] as const;

/** Plans sessions whose agents run on another machine, over the person's own `ssh`. */
export class SshPlanner {
  constructor(private readonly deps: SshPlannerDeps) {}

  /** How the CLI is called there; whether it is there, only the remote machine knows. */
  async findCli(cli: string): Promise<FoundCli> {
    // A path with spaces is told from a command with arguments by what is here.
    const exists = async (path: string): Promise<boolean> =>
      (await this.deps.findExecutable(path, { env: {}, cwd: '/' })).kind === 'found';
    const form = await classifyCli({ platform: 'linux', home: '~', exists }, cli);
    if (form.kind === 'line' || form.kind === 'name') {
      return form.kind === 'line' ? form : { kind: 'program', name: form.name, path: form.name };
    }
    // A shell's own word for home is left to the remote machine's.
    return form.path.startsWith('~')
      ? { kind: 'line', line: cli }
      : { kind: 'program', name: form.path, path: form.path };
  }

  /**
   * The session of an agent on the remote machine.
   * @throws {SessionError} `BAD_REQUEST` for what is no target, `CLI_NOT_FOUND` where `ssh` is not there.
   */
  async planAgent(agent: CheckedAgent, start: SshStart): Promise<SessionSpec> {
    const { place, base } = start;
    const exec = `ssh ${place.target}: ${[agent.config.cli, ...agent.command.args].join(' ')}`;
    if (place.remoteInitCommand !== undefined) {
      return {
        ...(await this.planLine(start, { before: NO_MASTER, after: [] })),
        exec: `ssh ${place.target}: ${place.remoteInitCommand}`,
      };
    }
    const { remote, nonce, hooks } = await this.planRemote(agent, start);
    const forward = hooks ? ['-R', `${remoteSocket(remote.place)}:127.0.0.1:${hooks.port}`] : [];
    const options = { before: [...BEFORE, ...forward], after: AFTER };
    const call = { ...place, remoteInitCommand: buildRemoteCommand(remote) };
    const spec = await this.planLine({ ...start, place: call }, options);
    const delivery = deliver(remote, place);
    const program = { ...spec.program, ssh: { target: place.target, delivery } };
    const { afterExit } = start.context.settings;
    return { ...base, ...spec, exec, afterExit, exitMarkerNonce: nonce, program };
  }

  /**
   * A session of `ssh -tt {sshArgs...} {target} {remoteInitCommand}`, and, without `options`, nothing
   * else: the person's own words there, or their login shell.
   * @throws {SessionError} as {@link planAgent}.
   */
  async planLine({ context, place, base }: SshStart, options?: SshOptions): Promise<SessionSpec> {
    const args = buildSshArgs(place, options);
    const file = await this.requireSsh(context.settings.sshPath || 'ssh', base);
    return {
      ...base,
      kind: 'ssh',
      exec: ['ssh', ...args].join(' '),
      // Who is asked to outlive the window is the remote machine's tmux, and not this machine's.
      persistence: persistenceOf(context) === 'host' ? 'host' : 'window',
      program: { ...base.program, file, args, ssh: { target: place.target } },
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

  private async planRemote(agent: CheckedAgent, { context, place }: SshStart) {
    const { config, command, cli } = agent;
    const { task, ptyId, folder, settings, options } = context;
    const at = randomPlace();
    const passthrough = [...config.provider.env.pass, ...settings.envPassthrough];
    const explicit = { ...config.env, ...command.env, ...options.env };
    const session = { ptyId, taskId: task.id, taskName: task.name, folder: folder.path };
    const { env: source } = this.deps.host;
    const env = buildSshEnvironment({ source, passthrough, explicit, session });
    const access = await this.deps.openHooks(ptyId);
    const { logger } = this.deps;
    const { provider } = config;
    const planned = await planSshHooks({
      provider,
      command,
      ptyId,
      place: at,
      env,
      access,
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
      at,
    );
    const hooks = planned.files.length > 0 ? access : undefined;
    const remote: RemoteSessionPlace = {
      place: at,
      nonce: randomHex(16),
      files: [...planned.files, ...agentFiles],
      cwd: place.remoteCwd ? quoteCwd(place.remoteCwd) : undefined,
      tmux: place.tmux ? getTmuxSessionName(ptyId) : undefined,
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

function deliver(remote: RemoteSessionPlace, place: SshPlace): SshDelivery {
  const { nonce, tmux } = remote;
  const delivery = { nonce, script: buildRemoteStart(remote), cwd: place.remoteCwd ?? '' };
  if (tmux === undefined) {
    return delivery;
  }
  const line = buildRemoteEnd(remote.place, tmux);
  return {
    ...delivery,
    again: buildRemoteReconnect({ ...remote, tmux }),
    end: {
      args: [...END, ...place.sshArgs, place.target, line],
      hint: ['ssh', ...place.sshArgs, place.target, line].map(quoteForShell).join(' '),
    },
  };
}

/** A shell's word for a directory; `~` is the remote machine's home. */
function quoteCwd(cwd: string): string {
  const below = /^~(?:\/|$)/.test(cwd) ? cwd.slice(2) : undefined;
  if (below !== undefined) {
    return below === '' ? '"$HOME"' : `"$HOME"/${quoteForShell(below)}`;
  }
  // A leading dash is no option then.
  return quoteForShell(cwd.startsWith('/') ? cwd : `./${cwd}`);
}
