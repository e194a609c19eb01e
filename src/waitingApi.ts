import { DisposableStore } from './base/lifecycle';
import { getTmuxSessionName } from './pty/tmux/tmuxLine';
import type { Activity, AgentTerminalsApi, Disposable } from './publishedApi';

/**
 * The API from the end of the activation. Until the parts behind it exist there are no sessions, calls that
 * return a promise wait, and listeners are kept. If they cannot be created, those calls reject.
 * @param why there are no sessions, as the reason of each activity.
 */
export function createWaitingApi(
  creating: Promise<AgentTerminalsApi>,
  why = 'the extension is starting',
): AgentTerminalsApi {
  const unknown: Activity = { state: { kind: 'unknown' }, reason: why, since: 0 };
  let created: AgentTerminalsApi | undefined;
  const whenCreated = (use: (api: AgentTerminalsApi) => void): void => {
    // Who started the creation handles its error.
    creating.then(use, () => undefined);
  };
  whenCreated((api) => (created = api));
  const listen =
    <Listener>(subscribe: (api: AgentTerminalsApi, listener: Listener) => Disposable) =>
    (listener: Listener): Disposable => {
      if (created) {
        return subscribe(created, listener);
      }
      const store = new DisposableStore();
      whenCreated((api) => store.add(subscribe(api, listener)));
      return store;
    };
  return {
    version: 1,
    agents: {
      onDidChange: listen(({ agents }, listener) => agents.onDidChange(listener)),
      onDidChangeActivity: listen(({ agents }, listener) => agents.onDidChangeActivity(listener)),
      onDidReadLine: listen(({ agents }, listener) => agents.onDidReadLine(listener)),
      start: async (request) => (await creating).agents.start(request),
      list: () => created?.agents.list() ?? [],
      get: (id) => created?.agents.get(id),
      getActivity: (id) => created?.agents.getActivity(id) ?? unknown,
      attach: async (id, options) => (await creating).agents.attach(id, options),
      prompt: async (id, prompt) => (await creating).agents.prompt(id, prompt),
      ask: async (id, prompt, options) => (await creating).agents.ask(id, prompt, options),
      askStream: async function* (id, prompt, options) {
        return yield* (await creating).agents.askStream(id, prompt, options);
      },
      interrupt: async (id) => (await creating).agents.interrupt(id),
      approve: async (id, shown) => (await creating).agents.approve(id, shown),
      deny: async (id, shown) => (await creating).agents.deny(id, shown),
      reply: async (id, text, shown) => (await creating).agents.reply(id, text, shown),
      conversations: async (options) => (await creating).agents.conversations(options),
      resume: async (id, options) => (await creating).agents.resume(id, options),
      fork: async (id, options) => (await creating).agents.fork(id, options),
      kill: async (id) => (await creating).agents.kill(id),
    },
    startPty: async (options) => (await creating).startPty(options),
    startDirectPty: async (options) => (await creating).startDirectPty(options),
    startSshPty: async (options) => (await creating).startSshPty(options),
    writePty: (id, data) => created?.writePty(id, data),
    resizePty: (id, cols, rows) => created?.resizePty(id, cols, rows),
    killPty: (id) => created?.killPty(id),
    hasPty: (id) => created?.hasPty(id) ?? false,
    getPty: (id) => created?.getPty(id),
    getPtyKind: (id) => created?.getPtyKind(id),
    getPtyTmuxSessionName: (id) => created?.getPtyTmuxSessionName(id),
    getTmuxSessionName,
    // The tmux session of another window exists already.
    killTmuxSession: (id) => whenCreated((api) => api.killTmuxSession(id)),
    setOnDirectCliExit: listen((api, callback: ExitCallback) => api.setOnDirectCliExit(callback)),
  };
}

type ExitCallback = Parameters<AgentTerminalsApi['setOnDirectCliExit']>[0];
