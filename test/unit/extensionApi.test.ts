import assert from 'node:assert/strict';
import type { StartAgentRequest } from '../../src/agents/agentService';
import type { Core } from '../../src/core';
import { createExtensionApi } from '../../src/extensionApi';

describe('createExtensionApi', () => {
  it('starts nothing before what earlier windows remembered is known', async () => {
    const started: string[] = [];
    const note = (what: string) => () => {
      started.push(what);
      return Promise.resolve({ launch: () => Promise.resolve({}) });
    };
    const core = {
      agents: { prepareAgent: note('agent') },
      ptys: { startPty: note('pty'), startDirectPty: note('direct') },
      sessions: {},
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
});
