import type { ForkOptions, StartAgentRequest } from './agents/agentService';
import type { PtyFunctions } from './agents/ptyFunctions';
import type { Event } from './base/event';
import type { Core } from './core';
import type { Attachment, AttachOptions, SessionEvent, SessionInfo } from './pty/sessionService';

/** Agents in tasks, for other extensions. */
export interface AgentsApi {
  /** Tells of every session that comes, changes, ends or goes. */
  readonly onDidChange: Event<SessionEvent>;
  /**
   * Starts an agent without opening a terminal for it.
   * @throws {SessionError} what `AgentService.prepareAgent` and `SessionService.create` throw.
   */
  start(request: StartAgentRequest): Promise<SessionInfo>;
  list(): readonly SessionInfo[];
  get(sessionId: string): SessionInfo | undefined;
  attach(sessionId: string, options: AttachOptions): Promise<Attachment>;
  /** Types a prompt and submits it. */
  prompt(sessionId: string, prompt: string): Promise<void>;
  interrupt(sessionId: string): Promise<void>;
  /**
   * Starts a session with another's screen and its conversation's history, without a terminal.
   * @throws {SessionError} what `AgentService.prepareFork` and `SessionService.create` throw.
   */
  fork(sessionId: string, options?: ForkOptions): Promise<SessionInfo>;
  kill(sessionId: string): Promise<void>;
}

/** PTYs by their ids; see `PtyFunctions`. */
type PtysApi = Pick<
  PtyFunctions,
  | 'startPty'
  | 'startDirectPty'
  | 'writePty'
  | 'resizePty'
  | 'killPty'
  | 'hasPty'
  | 'getPty'
  | 'getPtyKind'
  | 'setOnDirectCliExit'
>;

/** What `activate` returns. Whatever starts something asks for trust first. */
export interface AgentTerminalsApi extends PtysApi {
  readonly version: 1;
  readonly agents: AgentsApi;
}

/** The part of the core that other extensions may use; starts wait until `loaded` has settled. */
export function createExtensionApi(
  { agents, ptys, sessions }: Core,
  loaded: Promise<unknown>,
): AgentTerminalsApi {
  const { writePty, resizePty, killPty } = ptys;
  const { hasPty, getPty, getPtyKind, setOnDirectCliExit } = ptys;
  return {
    version: 1,
    agents: {
      onDidChange: sessions.onDidChange,
      start: async (request) => {
        await loaded;
        return (await agents.prepareAgent(request)).launch();
      },
      list: () => sessions.list(),
      get: (id) => sessions.get(id),
      attach: (id, options) => sessions.attach(id, options),
      prompt: (id, prompt) => agents.sendPrompt(id, prompt),
      interrupt: (id) => agents.interrupt(id),
      fork: async (id, options) => (await agents.prepareFork(id, options)).launch(),
      kill: (id) => sessions.kill(id),
    },
    startPty: (options) => loaded.then(() => ptys.startPty(options)),
    startDirectPty: (options) => loaded.then(() => ptys.startDirectPty(options)),
    ...{ writePty, resizePty, killPty },
    ...{ hasPty, getPty, getPtyKind, setOnDirectCliExit },
  };
}
