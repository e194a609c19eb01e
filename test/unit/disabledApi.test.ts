import assert from 'node:assert/strict';
import { disabledError, isDisabled } from '../../src/base/disabled';
import { createWaitingApi } from '../../src/waitingApi';

describe('isDisabled', () => {
  for (const [value, expected] of [
    ['1', true],
    ['0', false],
    ['', false],
    [undefined, false],
  ] as const) {
    it(`is ${expected} for AGENT_TERMINALS_DISABLE ${JSON.stringify(value)}`, () => {
      assert.equal(isDisabled({ AGENT_TERMINALS_DISABLE: value }), expected);
    });
  }
});

describe('the API of a disabled extension', () => {
  const api = createWaitingApi(Promise.reject(disabledError()), 'the extension is disabled');
  const { agents } = api;
  const viewer = { onData: () => {}, onExit: () => {} };
  const start = {
    folder: { uri: 'file:///home/ada', path: '/home/ada', name: 'ada' },
    task: { kind: 'new', name: 'Fix' },
    providerId: 'claude',
    conversation: 'auto',
    options: {},
  } as const;
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    start: () => agents.start(start),
    attach: () => agents.attach('a-main-t', viewer),
    prompt: () => agents.prompt('a-main-t', 'hello'),
    ask: () => agents.ask('a-main-t', 'hello'),
    askStream: () => agents.askStream('a-main-t', 'hello').next(),
    interrupt: () => agents.interrupt('a-main-t'),
    approve: () => agents.approve('a-main-t', 'ls'),
    deny: () => agents.deny('a-main-t'),
    reply: () => agents.reply('a-main-t', 'yes'),
    conversations: () => agents.conversations(),
    resume: () => agents.resume('a-main-t'),
    fork: () => agents.fork('a-main-t'),
    kill: () => agents.kill('a-main-t'),
    startPty: () => api.startPty({ id: 'a-main-t' }),
    startDirectPty: () => api.startDirectPty({ id: 'a-main-t', providerId: 'a', cwd: '/' }),
    startSshPty: () => api.startSshPty({ id: 'a-main-t', target: 'host' }),
  };

  for (const [name, call] of Object.entries(calls)) {
    it(`refuses ${name} with the reason and a next step`, async () => {
      await assert.rejects(call(), {
        code: 'ILLEGAL_STATE',
        message: /AGENT_TERMINALS_DISABLE=1: unset that variable/,
      });
    });
  }

  it('has no sessions', () => {
    const { kind } = agents.getActivity('a-main-t').state;
    assert.deepEqual(
      [agents.list(), agents.get('a-main-t'), api.hasPty('a-main-t'), kind],
      [[], undefined, false, 'unknown'],
    );
  });
});
