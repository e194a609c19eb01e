import assert from 'node:assert/strict';
import { Deferred } from '../../src/base/deferred';
import { Emitter, type Event } from '../../src/base/event';
import type { AgentTerminalsApi } from '../../src/publishedApi';
import { createWaitingApi } from '../../src/waitingApi';

const ID = 'a-main-t';
const VIEWER = { onData: () => {}, onExit: () => {} };
const START = {
  folder: { uri: 'file:///home/ada', path: '/home/ada', name: 'ada' },
  task: { kind: 'new', name: 'Fix' },
  providerId: 'claude',
  conversation: 'auto',
  options: {},
} as const;

/** Each call that waits, by the name of what it calls. */
const WAITING: Readonly<Record<string, (api: AgentTerminalsApi) => unknown>> = {
  start: ({ agents }) => agents.start(START),
  attach: ({ agents }) => agents.attach(ID, VIEWER),
  prompt: ({ agents }) => agents.prompt(ID, 'hello'),
  ask: ({ agents }) => agents.ask(ID, 'hello', { timeoutMs: 5 }),
  askStream: ({ agents }) => agents.askStream(ID, 'hello', { timeoutMs: 5 }).next(),
  interrupt: ({ agents }) => agents.interrupt(ID),
  approve: ({ agents }) => agents.approve(ID, 'ls'),
  deny: ({ agents }) => agents.deny(ID, 'ls'),
  reply: ({ agents }) => agents.reply(ID, 'yes', 'well?'),
  conversations: ({ agents }) => agents.conversations({ task: 'Fix' }),
  resume: ({ agents }) => agents.resume(ID, { cols: 90 }),
  fork: ({ agents }) => agents.fork(ID, { label: 'two' }),
  kill: ({ agents }) => agents.kill(ID),
  startPty: (api) => api.startPty({ id: ID }),
  startDirectPty: (api) => api.startDirectPty({ id: ID, providerId: 'a', cwd: '/' }),
  startSshPty: (api) => api.startSshPty({ id: ID, target: 'host' }),
  killTmuxSession: (api) => api.killTmuxSession(ID),
};

/** Each call that returns at once, with its result while nothing exists. */
const IMMEDIATE: Readonly<Record<string, readonly [(api: AgentTerminalsApi) => unknown, unknown]>> =
  {
    list: [({ agents }) => agents.list(), []],
    get: [({ agents }) => agents.get(ID), undefined],
    getActivity: [({ agents }) => agents.getActivity(ID).state.kind, 'unknown'],
    writePty: [(api) => api.writePty(ID, 'x'), undefined],
    resizePty: [(api) => api.resizePty(ID, 90, 30), undefined],
    killPty: [(api) => api.killPty(ID), undefined],
    hasPty: [(api) => api.hasPty(ID), false],
    getPty: [(api) => api.getPty(ID), undefined],
    getPtyKind: [(api) => api.getPtyKind(ID), undefined],
    getPtyTmuxSessionName: [(api) => api.getPtyTmuxSessionName(ID), undefined],
  };

describe('createWaitingApi', () => {
  for (const [name, call] of Object.entries(WAITING)) {
    it(`has ${name} wait, and then forwards it with its arguments`, async () => {
      const { api, calls, create } = makeApi();
      const result = call(api);
      await nextTurn();
      assert.deepEqual(calls, []);
      create();
      await result;
      await nextTurn();
      const direct = makeApi();
      await call(direct.actual);
      assert.deepEqual(calls, direct.calls);
      assert.equal(calls[0]?.[0], name);
    });
  }

  for (const [name, [call, none]] of Object.entries(IMMEDIATE)) {
    it(`answers ${name} as without sessions, and then forwards it with its arguments`, async () => {
      const { api, calls, create } = makeApi();
      assert.deepEqual(call(api), none);
      create();
      await nextTurn();
      assert.deepEqual(calls, []);
      const direct = makeApi();
      assert.deepEqual(call(api), call(direct.actual));
      assert.deepEqual(calls, direct.calls);
      assert.equal(calls[0]?.[0], name);
    });
  }

  it('knows the name of a tmux session at once', () => {
    assert.match(makeApi().api.getTmuxSessionName(ID), /\S/);
  });

  it('subscribes what listens when the API exists, unless it was disposed before', async () => {
    const { api, create, fire } = makeApi();
    const heard: string[] = [];
    const listener = (name: string) => () => void heard.push(name);
    const subscriptions = [
      api.agents.onDidChange(listener('change')),
      api.agents.onDidChangeActivity(listener('activity')),
      api.agents.onDidReadLine(listener('line')),
      api.setOnDirectCliExit(listener('exit')),
    ];
    api.agents.onDidChange(listener('disposed')).dispose();
    create();
    await nextTurn();
    subscriptions.push(api.agents.onDidChange(listener('late')));
    fire();
    assert.deepEqual(heard, ['change', 'late', 'activity', 'line', 'exit']);
    subscriptions.forEach((one) => one.dispose());
    fire();
    assert.equal(heard.length, 5);
  });

  it('rejects what waits if the start fails, and stays without sessions', async () => {
    const { api, fail } = makeApi();
    const killed = api.agents.kill(ID);
    api.killTmuxSession(ID);
    fail(new Error('no disk'));
    await assert.rejects(killed, { message: 'no disk' });
    assert.deepEqual(api.agents.list(), []);
  });
});

function makeApi() {
  const calls: unknown[][] = [];
  const emitters = [0, 1, 2, 3].map(() => new Emitter<never>());
  const events = emitters.map(({ event }) => event) as unknown as readonly Event<never>[];
  const [onDidChange, onDidChangeActivity, onDidReadLine, setOnDirectCliExit] = events;
  const actual = {
    version: 1,
    agents: recorded(calls, { onDidChange, onDidChangeActivity, onDidReadLine }),
    ...{ setOnDirectCliExit },
  };
  const ptys = recorded(calls, actual) as unknown as AgentTerminalsApi;
  const creating = new Deferred<AgentTerminalsApi>();
  return {
    actual: ptys,
    api: createWaitingApi(creating.promise),
    calls,
    create: () => creating.resolve(ptys),
    fail: (error: Error) => creating.reject(error),
    fire: () => emitters.forEach((emitter) => emitter.fire(undefined as never)),
  };
}

/** `own` and, by any other name, a function that records its call. */
function recorded(calls: unknown[][], own: object): object {
  return new Proxy(own, {
    get: (target, name): unknown => {
      if (Reflect.has(target, name) || name === 'then') {
        return Reflect.get(target, name);
      }
      return (...args: unknown[]) => {
        calls.push([name, ...args]);
        return name === 'askStream' ? streamOf() : { state: { kind: 'idle' } };
      };
    },
  });
}

async function* streamOf(): AsyncGenerator<string> {
  yield await Promise.resolve('yes');
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
