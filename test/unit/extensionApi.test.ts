import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ModuleKind, transpileModule } from 'typescript';
import type { StartAgentRequest } from '../../src/agents/startRequests';
import type { Core } from '../../src/main/core';
import { createExtensionApi } from '../../src/extensionApi';

describe('createExtensionApi', () => {
  it('starts nothing before the state of earlier windows is loaded', async () => {
    const started: string[] = [];
    const note = (what: string) => () => {
      started.push(what);
      return Promise.resolve({ launch: () => Promise.resolve({}) });
    };
    const core = {
      launcher: { prepareAgent: note('agent') },
      ptys: { startPty: note('pty'), startDirectPty: note('direct') },
      api: {},
      operations: {
        conversations: {
          list: () => note('list')().then(() => []),
          resume: note('resume'),
        },
        scope: { requireRight() {}, requireWindow() {}, describeStarted: () => ({ id: 'a' }) },
        uses: { whileStarting: (start: () => unknown) => start() },
      },
      ...{
        driver: {},
        sessions: { get: () => ({}) },
        status: { get: () => ({ state: { kind: 'idle' } }) },
      },
    } as unknown as Core;
    let handleLoaded = (): void => {};
    const loaded = new Promise<void>((resolve) => (handleLoaded = resolve));
    const api = createExtensionApi(core, loaded);
    const starts = [
      api.agents.start({} as StartAgentRequest),
      api.startPty({ id: 'a-main-t' }),
      api.startDirectPty({ id: 'a-main-t', providerId: 'a', cwd: '/' }),
      api.agents.conversations(),
      api.agents.resume('a-main-t'),
    ];
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(started, []);
    handleLoaded();
    await Promise.all(starts);
    assert.deepEqual(started.sort(), ['agent', 'direct', 'list', 'pty', 'resume']);
  });

  it('asks agents, and returns their activity', async () => {
    const asked: unknown[] = [];
    const activity = { state: { kind: 'idle' }, reason: 'it waits', since: 7 };
    const core = {
      ...{ delivery: {}, launcher: {}, api: {}, ptys: {}, sessions: {} },
      driver: {
        ask: (...call: unknown[]) => {
          asked.push(call);
          return Promise.resolve({ response: 'yes', ms: 1, endedBy: 'hook' });
        },
      },
      status: { get: () => activity },
    } as unknown as Core;
    const { agents } = createExtensionApi(core, Promise.resolve());
    const { response } = await agents.ask('a-main-t', 'well?', { timeoutMs: 5 });
    assert.deepEqual([response, asked], ['yes', [['a-main-t', 'well?', { timeoutMs: 5 }]]]);
    assert.equal(agents.getActivity('a-main-t'), activity);
  });

  it('streams what is new, returns the whole, and asks by an attachment until it is disposed', async () => {
    async function* askStream(id: string, prompt: string) {
      await Promise.resolve();
      yield 'one';
      yield 'one\ntwo';
      return { response: `one\ntwo\n${id} ${prompt}`, ms: 1, endedBy: 'hook' };
    }
    const core = {
      ...{ delivery: {}, launcher: {}, api: {}, ptys: {}, status: {} },
      driver: { askStream, ask: () => Promise.resolve({ response: 'yes' }) },
      sessions: {
        find: (sessionId: string) => ({
          attach: () => Promise.resolve({ sessionId, dispose() {} }),
        }),
      },
    } as unknown as Core;
    const { agents } = createExtensionApi(core, Promise.resolve());
    const viewer = await agents.attach('a', { onData: () => {}, onExit: () => {} });
    const parts: string[] = [];
    const answering = viewer.askStream('well?');
    let next = await answering.next();
    for (; !next.done; next = await answering.next()) {
      parts.push(next.value);
    }
    assert.deepEqual(parts, ['one\n', 'two\na well?']);
    assert.equal(next.value.response, parts.join(''));
    assert.equal((await viewer.ask('well?')).response, 'yes');
    viewer.dispose();
    await assert.rejects(viewer.ask('well?'), { code: 'DETACHED' });
    assert.throws(() => viewer.askStream('well?'), { code: 'DETACHED' });
  });

  it('counts a session whose agent works without output as active', () => {
    let kind = 'working';
    let emit = (_: object): void => {};
    let readLine = (_: object): void => {};
    const session = { id: 'a', state: 'idle' };
    const core = {
      ...{ delivery: {}, launcher: {}, ptys: {}, driver: {} },
      api: { onDidReadLine: (listener: typeof readLine) => (readLine = listener) },
      sessions: {
        list: () => [session],
        get: () => session,
        onDidChange: (listener: typeof emit) => (emit = listener),
      },
      status: { get: () => ({ state: { kind } }) },
    } as unknown as Core;
    const { agents } = createExtensionApi(core, Promise.resolve());
    const seen: unknown[] = [];
    agents.onDidChange((event) => seen.push(event.session.state));
    agents.onDidReadLine((line) => seen.push(line));
    emit({ type: 'changed', session });
    readLine({ session, data: 'hello' });
    assert.deepEqual(seen, ['active', { sessionId: 'a', data: 'hello' }]);
    assert.deepEqual([agents.get('a')?.state, agents.list()[0]?.state], ['active', 'active']);
    kind = 'done';
    assert.equal(agents.get('a')?.state, 'idle');
  });
});

describe('the published types', () => {
  it('are types only, and import no other file', () => {
    const text = readFileSync('src/publishedApi.ts', 'utf8');
    const { outputText } = transpileModule(text, {
      compilerOptions: { module: ModuleKind.ESNext, removeComments: true },
    });
    assert.equal(outputText.trim(), 'export {};');
    assert.doesNotMatch(text, /^import|import\(/m);
  });
});
