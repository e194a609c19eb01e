import type { Core } from './main/core';
import type { AgentTerminalsApi } from './publishedApi';

/** The part of the core that other extensions may use; starts wait until `loaded` has settled. */
export function createExtensionApi(
  { agents, driver, ptys, sessions, status }: Core,
  loaded: Promise<unknown>,
): AgentTerminalsApi {
  const { writePty, resizePty, killPty } = ptys;
  const { hasPty, getPty, getPtyKind, getPtyTmuxSessionName, setOnDirectCliExit } = ptys;
  const { getTmuxSessionName, killTmuxSession } = ptys;
  return {
    version: 1,
    agents: {
      onDidChange: sessions.onDidChange,
      onDidChangeActivity: status.onDidChange,
      start: async (request) => {
        await loaded;
        return (await agents.prepareAgent(request)).launch();
      },
      list: () => sessions.list(),
      get: (id) => sessions.get(id),
      getActivity: (id) => status.get(id),
      attach: (id, options) => sessions.attach(id, options),
      prompt: (id, prompt) => agents.sendPrompt(id, prompt),
      ask: (id, prompt, options) => driver.ask(id, prompt, options),
      askStream: (id, prompt, options) => driver.askStream(id, prompt, options),
      interrupt: (id) => agents.interrupt(id),
      fork: async (id, options) =>
        (await agents.prepareFork(id, { ...options, keepAutoApprove: true })).launch(),
      kill: (id) => sessions.kill(id),
    },
    startPty: (options) => loaded.then(() => ptys.startPty(options)),
    startDirectPty: (options) => loaded.then(() => ptys.startDirectPty(options)),
    startSshPty: (options) => loaded.then(() => ptys.startSshPty(options)),
    ...{ writePty, resizePty, killPty },
    ...{ hasPty, getPty, getPtyKind, getPtyTmuxSessionName, setOnDirectCliExit },
    ...{ getTmuxSessionName, killTmuxSession },
  };
}
