import { disabledError } from './base/disabled';
import { getTmuxSessionName } from './pty/tmux/tmuxLine';
import type { Activity, AgentTerminalsApi, AskResult, Disposable } from './publishedApi';

/** The API of a disabled extension: it has no sessions, and every request rejects. */
export function createDisabledApi(): AgentTerminalsApi {
  return {
    version: 1,
    agents: {
      onDidChange: subscribe,
      onDidChangeActivity: subscribe,
      onDidReadLine: subscribe,
      start: refuse,
      list: () => [],
      get: nothing,
      getActivity: () => UNKNOWN,
      attach: refuse,
      prompt: refuse,
      ask: refuse,
      askStream: refuseStream,
      interrupt: refuse,
      approve: refuse,
      deny: refuse,
      reply: refuse,
      conversations: refuse,
      resume: refuse,
      fork: refuse,
      kill: refuse,
    },
    startPty: refuse,
    startDirectPty: refuse,
    startSshPty: refuse,
    writePty: nothing,
    resizePty: nothing,
    killPty: nothing,
    hasPty: () => false,
    getPty: nothing,
    getPtyKind: nothing,
    getPtyTmuxSessionName: nothing,
    getTmuxSessionName,
    killTmuxSession: nothing,
    setOnDirectCliExit: subscribe,
  };
}

const UNKNOWN: Activity = {
  state: { kind: 'unknown' },
  reason: 'the extension is disabled',
  since: 0,
};

function refuse(): Promise<never> {
  return Promise.reject(disabledError());
}

async function* refuseStream(): AsyncGenerator<string, AskResult> {
  yield await refuse();
  return refuse();
}

function nothing(): undefined {
  return undefined;
}

function subscribe(): Disposable {
  return { dispose: nothing };
}
