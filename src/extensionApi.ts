import { yieldNew } from './base/text/newText';
import { SessionError } from './base/errors';
import type { Core } from './main/core';
import { ANSWER, type Answer } from './operations/declarations/answer';
import { LIST_CONVERSATIONS } from './operations/declarations/listConversations';
import { RESUME_CONVERSATION } from './operations/declarations/resumeConversation';
import { perform, type OperationCall } from './operations/operation';
import { requireSession } from './pty/sessionBackend';
import type { SessionInfo } from './pty/sessionService';
import type { AgentsApi, AgentTerminalsApi, Attachment } from './publishedApi';
import { stateOf } from './status/stateOf';

/** A call by another extension, which has the rights of the person, in all folders of the window. */
function asPerson<Input>(input: Input): OperationCall<Input> {
  return { access: { by: 'person', folder: 'all' }, input, signal: new AbortController().signal };
}

/** The part of the core that other extensions may use; starts wait until `loaded` has settled. */
export function createExtensionApi(core: Core, loaded: Promise<unknown>): AgentTerminalsApi {
  const { api, delivery, launcher, operations, ptys, sessions, status } = core;
  const { writePty, resizePty, killPty } = ptys;
  const asking = createAsking(core);
  const describe = (session: SessionInfo): SessionInfo => {
    const state = stateOf(session, status.get(session.id));
    return { ...session, state };
  };
  const { hasPty, getPty, getPtyKind, getPtyTmuxSessionName, setOnDirectCliExit } = ptys;
  const { getTmuxSessionName, killTmuxSession } = ptys;
  return {
    version: 1,
    agents: {
      onDidChange: (listener) =>
        sessions.onDidChange(({ type, session }) => listener({ type, session: describe(session) })),
      onDidChangeActivity: status.onDidChange,
      onDidReadLine: (listener) =>
        api.onDidReadLine(({ session, data }) => listener({ sessionId: session.id, data })),
      start: async (request) => {
        await loaded;
        return describe(await (await launcher.prepareAgent(request)).launch());
      },
      list: () => sessions.list().map(describe),
      get: (id) => {
        const session = sessions.get(id);
        return session && describe(session);
      },
      getActivity: (id) => status.get(id),
      attach: async (id, options) =>
        withAsking(await requireSession(sessions, id).attach(options), asking),
      prompt: (id, prompt) => delivery.send(id, prompt),
      ...asking,
      ...createAnswering(core),
      conversations: async ({ task } = {}) => {
        await loaded;
        const { conversations } = await perform(operations, LIST_CONVERSATIONS, asPerson({ task }));
        return conversations;
      },
      resume: async (conversation, options = {}) => {
        await loaded;
        const call = asPerson({ ...options, conversation });
        const { id } = await perform(operations, RESUME_CONVERSATION, call);
        return describe(requireStarted(sessions, id));
      },
      interrupt: (id) => delivery.interrupt(id),
      fork: async (id, options) => {
        const continuation = { ...options, keepAutoApprove: true };
        return describe(await (await launcher.prepareFork(id, continuation)).launch());
      },
      kill: async (id) => sessions.find(id)?.kill(),
    },
    startPty: (options) => loaded.then(() => ptys.startPty(options)),
    startDirectPty: (options) => loaded.then(() => ptys.startDirectPty(options)),
    startSshPty: (options) => loaded.then(() => ptys.startSshPty(options)),
    ...{ writePty, resizePty, killPty },
    ...{ hasPty, getPty, getPtyKind, getPtyTmuxSessionName, setOnDirectCliExit },
    ...{ getTmuxSessionName, killTmuxSession },
  };
}

type Asking = Pick<AgentsApi, 'ask' | 'askStream'>;

function createAsking({ driver }: Core): Asking {
  return {
    ask: (id, prompt, options) => driver.ask(id, prompt, options),
    askStream: (id, prompt, options) => yieldNew(driver.askStream(id, prompt, options)),
  };
}

/** The answers of the HTTP API, with its checks of what was shown. */
function createAnswering({ operations }: Core): Pick<AgentsApi, 'approve' | 'deny' | 'reply'> {
  const give = (session: string, answer: Answer): Promise<void> =>
    perform(operations, ANSWER, asPerson({ session, ...answer }));
  return {
    approve: (id, shown) => give(id, { answer: 'approve', shown }),
    deny: (id, shown) => give(id, { answer: 'deny', shown }),
    reply: (id, text, shown) => give(id, { answer: 'reply', text, shown }),
  };
}

function requireStarted(sessions: Core['sessions'], id: string): SessionInfo {
  const session = sessions.get(id);
  if (!session) {
    throw new SessionError('SESSION_EXITED', `Session ${id} was ended while it started.`);
  }
  return session;
}

/** The attachment, with functions that ask the session's agent while it is attached. */
function withAsking(
  attachment: Omit<Attachment, 'ask' | 'askStream'>,
  { ask, askStream }: Asking,
): Attachment {
  const { sessionId } = attachment;
  let isDetached = false;
  const requireAttached = (): void => {
    if (isDetached) {
      throw new SessionError(
        'DETACHED',
        `This viewer of session ${sessionId} is detached: attach to the session again.`,
      );
    }
  };
  return {
    sessionId,
    write: (data) => attachment.write(data),
    resize: (dimensions) => attachment.resize(dimensions),
    ask: async (prompt, options) => {
      requireAttached();
      return ask(sessionId, prompt, options);
    },
    askStream: (prompt, options) => {
      requireAttached();
      return askStream(sessionId, prompt, options);
    },
    dispose: () => {
      isDetached = true;
      attachment.dispose();
    },
  };
}
