import { join } from 'node:path';
import type {
  ForwardEndpoint,
  HookGateway,
  HookProvision,
  TokenKind,
} from '../../agents/start/agentHooks';
import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { SessionEndpoint } from '../../pty/shell/environment';
import type { SessionEvent, SessionKind, SessionService } from '../../pty/sessionService';
import type { ApiServer } from '../apiServer';
import type { SessionTokens } from '../auth/sessionTokens';
import type { WrongTokens } from '../auth/wrongTokens';
import type { ApiLimits } from '../limits';
import { ForwardSockets } from './forwardSockets';
import { HOOK_FILES, HookFiles } from './hookFiles';
import { HookIntake } from './hookIntake';
import { HookProgram, type HookProgramDeps } from './hookProgram';
import { addHookRoute } from './hookRoute';

interface HookReceiverDeps extends Omit<HookProgramDeps, 'directory'> {
  /** The extension's directory in the person's home: `~/.agent-terminals`. */
  readonly home: string;
  readonly sessions: Pick<SessionService, 'get' | 'onDidChange'>;
  readonly clock: Clock;
  /** Whether a process of this machine exists. */
  readonly isAlive: (pid: number) => boolean;
  /** Receives the hook events; also serves the API. */
  readonly server: ApiServer;
  /** The tokens with which sessions report hook events. */
  readonly hookTokens: SessionTokens;
  /** The tokens with which sessions drive others. */
  readonly driveTokens: SessionTokens;
  readonly wrongTokens: WrongTokens;
  readonly limits: ApiLimits;
}

/**
 * Receives the hook events of this window's sessions. The server starts with the first session. The
 * files that hooks need are written to the person's home.
 */
export class HookReceiver implements HookGateway, Disposable {
  private readonly store = new DisposableStore();
  private readonly intake: HookIntake;
  private readonly files: HookFiles;
  private readonly forwards: ForwardSockets;
  private readonly program: HookProgram;

  readonly onDidReceive;

  constructor(private readonly deps: HookReceiverDeps) {
    const { home, sessions, clock, isAlive, server, hookTokens, wrongTokens, limits } = deps;
    const directory = join(home, HOOK_FILES);
    this.files = this.store.add(new HookFiles({ directory, pid: process.pid, isAlive }));
    const intake = this.store.add(new HookIntake(clock));
    this.intake = intake;
    const { source, runtime, platform } = deps;
    this.program = new HookProgram({ source, runtime, platform, directory: join(home, 'bin') });
    this.onDidReceive = this.intake.onDidReceive;
    const { bodyBytes } = limits;
    const route = { tokens: hookTokens, wrongTokens, intake, sessions, clock, bodyBytes };
    server.addRoutes((routes) => addHookRoute(routes, route));
    this.forwards = this.store.add(
      new ForwardSockets({
        home,
        platform: deps.platform,
        addRoute: (routes, ptyId) => addHookRoute(routes, { ...route, only: ptyId }),
      }),
    );
    this.store.add(sessions.onDidChange(({ type, session }) => this.follow(type, session.id)));
  }

  /**
   * A failed write is ignored: the session's own hooks do not report then, and the next window
   * creates other tokens.
   */
  async open(ptyId: string, token: TokenKind): Promise<SessionEndpoint> {
    const { server, hookTokens, driveTokens } = this.deps;
    const socket = await server.start();
    const hookToken = hookTokens.issue(ptyId);
    const driveToken = token === 'drive' ? driveTokens.issue(ptyId) : undefined;
    if (token === 'report') {
      driveTokens.issueNone(ptyId);
    }
    await this.putFile(ptyId).catch(() => undefined);
    return { socket, port: server.port, hookToken, driveToken };
  }

  async openForward(ptyId: string): Promise<ForwardEndpoint> {
    const socket = await this.forwards.listen(ptyId);
    const hookToken = this.deps.hookTokens.newest(ptyId) ?? this.deps.hookTokens.issue(ptyId);
    await this.putFile(ptyId).catch(() => undefined);
    return { socket, hookToken };
  }

  async provide(ptyId: string): Promise<HookProvision> {
    await this.program.install();
    await this.putFile(ptyId);
    return {
      commandLine: (event) => this.program.commandLine(event),
      write: (ending, text) => this.files.putText(ptyId, ending, text),
    };
  }

  /**
   * @throws {Error} for a session over SSH of version 0.1.0, whose connection forwards a port: any
   * user may listen there now, so its token is not accepted any more.
   */
  async reopen(ptyId: string, kind: SessionKind): Promise<void> {
    const { hookTokens, driveTokens } = this.deps;
    const file = await this.files.read(ptyId);
    if (file && file.socket === undefined && kind === 'ssh') {
      throw new Error('it was started by an earlier version: start it again');
    }
    if (file) {
      hookTokens.keep(ptyId, file.token);
    }
    if (file?.driveToken !== undefined) {
      driveTokens.keep(ptyId, file.driveToken);
    }
    if (file?.forward !== undefined) {
      await this.forwards.listen(ptyId, file.forward);
    }
    await this.putFile(ptyId);
    await this.program.install();
  }

  leave(ptyId: string): void {
    this.files.leave(ptyId);
    this.forwards.leave(ptyId);
    this.deps.hookTokens.forget(ptyId);
    this.deps.driveTokens.forget(ptyId);
  }

  /** The file of a session that still runs gets its own tokens again. */
  abandon(ptyId: string): void {
    this.deps.hookTokens.abandon(ptyId);
    this.deps.driveTokens.abandon(ptyId);
    if (this.deps.hookTokens.newest(ptyId) === undefined) {
      this.forwards.leave(ptyId);
    } else {
      void this.putFile(ptyId).catch(() => undefined);
    }
  }

  async removeStaleFiles(isLiving: (ptyId: string) => boolean): Promise<void> {
    await this.files.removeStaleFiles(isLiving);
    await this.forwards.removeStaleSockets();
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Tokens remain until their session ends; a later one with the same id has others. */
  private follow(type: SessionEvent['type'], ptyId: string): void {
    const { hookTokens, driveTokens } = this.deps;
    if (type === 'created') {
      hookTokens.begin(ptyId);
      driveTokens.begin(ptyId);
    }
    if (type === 'exit') {
      driveTokens.end(ptyId);
      if (!hookTokens.end(ptyId)) {
        this.forwards.leave(ptyId);
      }
    }
  }

  private async putFile(ptyId: string): Promise<void> {
    const { server, hookTokens, driveTokens } = this.deps;
    await this.files.putAccess(ptyId, {
      socket: await server.start(),
      token: hookTokens.newest(ptyId) ?? hookTokens.issue(ptyId),
      driveToken: driveTokens.newest(ptyId),
      forward: this.forwards.pathOf(ptyId),
    });
  }
}
