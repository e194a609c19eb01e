import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ModuleKind, transpileModule } from 'typescript';
import type { StartAgentRequest } from '../../src/agents/agentService';
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
      agents: { prepareAgent: note('agent') },
      ptys: { startPty: note('pty'), startDirectPty: note('direct') },
      ...{ driver: {}, sessions: {}, status: {} },
    } as unknown as Core;
    let handleLoaded = (): void => {};
    const loaded = new Promise<void>((resolve) => (handleLoaded = resolve));
    const api = createExtensionApi(core, loaded);
    const starts = [
      api.agents.start({} as StartAgentRequest),
      api.startPty({ id: 'a-main-t' }),
      api.startDirectPty({ id: 'a-main-t', providerId: 'a', cwd: '/' }),
    ];
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(started, []);
    handleLoaded();
    await Promise.all(starts);
    assert.deepEqual(started.sort(), ['agent', 'direct', 'pty']);
  });

  it('asks agents, and returns their activity', async () => {
    const asked: unknown[] = [];
    const activity = { state: { kind: 'idle' }, reason: 'it waits', since: 7 };
    const core = {
      ...{ agents: {}, ptys: {}, sessions: {} },
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
