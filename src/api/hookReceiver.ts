import { join } from 'node:path';
import type { HookGateway, HookProvision } from '../agents/agentHooks';
import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { HookAccess } from '../pty/environment';
import type { SessionService } from '../pty/sessionService';
import { ApiServer } from './apiServer';
import { HOOK_FILES, HookFiles } from './hookFiles';
import { HookIntake } from './hookIntake';
import { HookProgram, type HookProgramDeps } from './hookProgram';
import { addHookRoute } from './hookRoute';
import { HookTokens } from './hookTokens';
import { API_LIMITS, type ApiLimits } from './limits';

export interface HookReceiverDeps extends Omit<HookProgramDeps, 'directory'> {
  /** Where our own files lie in the person's home, such as `~/.agent-terminals`. */
  readonly home: string;
  readonly sessions: Pick<SessionService, 'get'>;
  readonly clock: Clock;
  /** Whether a process of this machine is there. */
  readonly isAlive: (pid: number) => boolean;
  readonly limits?: ApiLimits;
}

/**
 * Where the hooks of this window's sessions report to. It listens from the first session on, and
 * keeps in the person's home what the hooks need.
 */
export class HookReceiver implements HookGateway, Disposable {
  private readonly store = new DisposableStore();
  private readonly server: ApiServer;
  private readonly intake: HookIntake;
  private readonly files: HookFiles;
  private readonly program: HookProgram;
  private readonly tokens = new HookTokens();

  readonly onDidReceive;

  constructor(deps: HookReceiverDeps) {
    const { home, sessions, clock, isAlive, limits = API_LIMITS } = deps;
    const directory = join(home, HOOK_FILES);
    this.files = this.store.add(new HookFiles({ directory, pid: process.pid, isAlive }));
    this.intake = this.store.add(new HookIntake(clock));
    this.server = this.store.add(new ApiServer(limits));
    this.program = new HookProgram({ ...deps, directory: join(home, 'bin') });
    this.onDidReceive = this.intake.onDidReceive;
    const { tokens, intake } = this;
    const { bodyBytes } = limits;
    addHookRoute(this.server.routes, { tokens, intake, sessions, clock, bodyBytes });
  }

  async open(ptyId: string): Promise<HookAccess> {
    return { port: await this.server.start(), token: this.tokens.tokenOf(ptyId) };
  }

  async provide(ptyId: string): Promise<HookProvision> {
    await this.program.install();
    await this.files.putAccess(ptyId, await this.open(ptyId));
    return {
      commandLine: (event) => this.program.commandLine(event),
      write: (ending, text) => this.files.putText(ptyId, ending, text),
    };
  }

  dispose(): void {
    this.store.dispose();
  }
}
