import { join } from 'node:path';
import type { HookGateway, HookProvision } from '../../agents/start/agentHooks';
import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { HookAccess } from '../../pty/shell/environment';
import type { SessionService } from '../../pty/sessionService';
import type { ApiServer } from '../apiServer';
import { HOOK_FILES, HookFiles } from './hookFiles';
import { HookIntake } from './hookIntake';
import { HookProgram, type HookProgramDeps } from './hookProgram';
import { addHookRoute } from './hookRoute';
import type { HookTokens } from './hookTokens';
import type { ApiLimits } from '../limits';
import type { WrongTokens } from '../auth/wrongTokens';

interface HookReceiverDeps extends Omit<HookProgramDeps, 'directory'> {
  /** The extension's directory in the person's home: `~/.agent-terminals`. */
  readonly home: string;
  readonly sessions: Pick<SessionService, 'get'>;
  readonly clock: Clock;
  /** Whether a process of this machine exists. */
  readonly isAlive: (pid: number) => boolean;
  /** Receives the hook events; also serves the API. */
  readonly server: Pick<ApiServer, 'routes' | 'start'>;
  readonly tokens: HookTokens;
  readonly wrongTokens: WrongTokens;
  readonly limits: Pick<ApiLimits, 'bodyBytes'>;
}

/**
 * Receives the hook events of this window's sessions. The server starts with the first session. The
 * files that hooks need are written to the person's home.
 */
export class HookReceiver implements HookGateway, Disposable {
  private readonly store = new DisposableStore();
  private readonly intake: HookIntake;
  private readonly files: HookFiles;
  private readonly program: HookProgram;

  readonly onDidReceive;

  constructor(private readonly deps: HookReceiverDeps) {
    const { home, sessions, clock, isAlive, server, tokens, wrongTokens } = deps;
    const directory = join(home, HOOK_FILES);
    this.files = this.store.add(new HookFiles({ directory, pid: process.pid, isAlive }));
    this.intake = this.store.add(new HookIntake(clock));
    this.program = new HookProgram({ ...deps, directory: join(home, 'bin') });
    this.onDidReceive = this.intake.onDidReceive;
    const { intake } = this;
    const { bodyBytes } = deps.limits;
    addHookRoute(server.routes, { tokens, wrongTokens, intake, sessions, clock, bodyBytes });
  }

  /**
   * A failed write is ignored: the hooks then use the environment, and the next window creates
   * another token.
   */
  async open(ptyId: string): Promise<HookAccess> {
    const access = await this.accessOf(ptyId);
    await this.files.putAccess(ptyId, access).catch(() => undefined);
    return access;
  }

  async provide(ptyId: string): Promise<HookProvision> {
    await this.program.install();
    await this.files.putAccess(ptyId, await this.accessOf(ptyId));
    return {
      commandLine: (event) => this.program.commandLine(event),
      write: (ending, text) => this.files.putText(ptyId, ending, text),
    };
  }

  async reopen(ptyId: string): Promise<void> {
    const token = await this.files.readToken(ptyId);
    if (token !== undefined) {
      this.deps.tokens.keep(ptyId, token);
    }
    await this.files.putAccess(ptyId, await this.accessOf(ptyId));
    await this.program.install();
  }

  leave(ptyId: string): void {
    this.files.leave(ptyId);
    this.deps.tokens.forget(ptyId);
  }

  clearStrays(isLiving: (ptyId: string) => boolean): Promise<void> {
    return this.files.clearStrays(isLiving);
  }

  dispose(): void {
    this.store.dispose();
  }

  private async accessOf(ptyId: string): Promise<HookAccess> {
    const { server, tokens } = this.deps;
    return { port: await server.start(), token: tokens.tokenOf(ptyId) };
  }
}
