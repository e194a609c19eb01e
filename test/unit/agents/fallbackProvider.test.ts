import assert from 'node:assert/strict';
import type { AgentOptions } from '../../../src/agents/startRequests';
import type { CheckedAgent } from '../../../src/agents/start/agentPlan';
import { chooseProvider } from '../../../src/agents/fallbackProvider';
import { SessionError } from '../../../src/base/errors';
import { BUILT_IN_PROVIDERS } from '../../../src/providers/catalog/builtInProviders';
import { resolveProviderCommandConfig } from '../../../src/providers/model/providerCommandConfig';
import {
  ProviderRegistry,
  type ProviderOverrides,
} from '../../../src/providers/registry/providerRegistry';
import { AGENT_SETTINGS } from '../../support/agents/agentSettings';

describe('chooseProvider', () => {
  const OPTIONS: AgentOptions = { extraArgs: ['--yolo'], model: 'large', prompt: 'Fix it' };
  /** The providers whose CLI cannot be run, and those whose options are refused. */
  let absent: readonly string[];
  let refused: readonly string[];
  let checked: string[];
  let given: AgentOptions;
  beforeEach(() => {
    given = OPTIONS;
    [absent, refused, checked] = [[], [], []];
  });

  function choose(providers: ProviderOverrides, providerId: string, picked?: string) {
    const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);
    const settings = { ...AGENT_SETTINGS, providers };
    return chooseProvider(
      {
        resolve: (id) => {
          const config = resolveProviderCommandConfig(id, { registry, overrides: providers });
          if (!config) {
            throw new SessionError('PROVIDER_NOT_FOUND', id);
          }
          return config;
        },
        check: (id) => {
          checked.push(id);
          const code = refused.includes(id) ? 'BAD_REQUEST' : 'CLI_NOT_FOUND';
          return refused.includes(id) || absent.includes(id)
            ? Promise.reject(new SessionError(code, id))
            : Promise.resolve({} as CheckedAgent);
        },
      },
      settings,
      { providerId, options: given, picked },
    );
  }

  async function assertFails(start: Promise<unknown>, message: string): Promise<void> {
    await assert.rejects(
      start,
      (error) => error instanceof SessionError && error.message === message,
    );
  }

  it('is the requested provider if its CLI can be run, without a check if it has no fallback', async () => {
    const { provider, notices } = await choose({ work: { extends: 'claude' } }, 'work');
    assert.deepEqual([provider.id, notices, checked], ['work', [], []]);
    const other = await choose({ claude: { fallback: 'codex' } }, 'claude');
    assert.deepEqual([other.provider.id, other.notices, checked], ['claude', [], ['claude']]);
  });

  it("is the preset's fallback with the same options, and a notice with both names", async () => {
    absent = ['work'];
    const work = { extends: 'claude', label: 'Work', fallback: 'claude' };
    const { provider, options, notices } = await choose({ work }, 'work', 'picked');
    assert.deepEqual([provider.id, options], ['claude', OPTIONS]);
    assert.deepEqual(notices, ['The CLI of Work cannot be run, so Claude Code starts instead.']);
  });

  it('is the first of a line that can be run', async () => {
    absent = ['claude', 'codex'];
    const { provider } = await choose(
      { claude: { fallback: 'codex' }, codex: { fallback: 'qwen' } },
      'claude',
    );
    assert.deepEqual([provider.id, checked], ['qwen', ['claude', 'codex', 'qwen']]);
  });

  it('passes no arguments, no model and no permission mode to another CLI', async () => {
    absent = ['claude'];
    const fallback = { claude: { fallback: 'gemini' } };
    const { extraArgs, model, prompt, autoApprove } = (await choose(fallback, 'claude')).options;
    assert.deepEqual(
      [extraArgs, model, prompt, autoApprove],
      [undefined, undefined, 'Fix it', undefined],
    );
    // Also if the settings approve automatically, it requests permission.
    given = { ...OPTIONS, permissionMode: 'plan' };
    const other = (await choose(fallback, 'claude')).options;
    assert.deepEqual([other.permissionMode, other.autoApprove], [undefined, false]);
  });

  it('fails with the error of the requested provider if no other can be run', async () => {
    absent = ['claude', 'codex'];
    await assertFails(
      choose({ claude: { fallback: 'codex' }, codex: { fallback: 'claude' } }, 'claude'),
      'claude',
    );
    await assertFails(choose({ claude: { fallback: 'nobody' } }, 'claude'), 'claude');
    assert.deepEqual(checked, ['claude', 'codex', 'claude']);
  });

  it('does not replace a provider by itself, also if the fallback is inherited', async () => {
    absent = ['claude', 'mine'];
    const { provider } = await choose({ claude: { fallback: 'claude' } }, 'claude');
    const inherited = { claude: { fallback: 'mine' }, mine: { extends: 'claude' } };
    const preset = await choose(inherited, 'mine');
    assert.deepEqual([provider.id, preset.provider.id, checked], ['claude', 'mine', []]);
  });

  it('does not resume a picked conversation with another CLI', async () => {
    absent = ['claude'];
    await assertFails(choose({ claude: { fallback: 'codex' } }, 'claude', 'picked'), 'claude');
  });

  it('fails if the options of the requested provider are refused', async () => {
    refused = ['claude'];
    await assertFails(choose({ claude: { fallback: 'codex' } }, 'claude'), 'claude');
    assert.deepEqual(checked, ['claude']);
  });
});
