import assert from 'node:assert/strict';
import { planAgent, type AgentPlanInput } from '../../../../src/agents/start/agentPlan';
import type { AgentSettings } from '../../../../src/agents/start/agentSettings';
import { SessionError } from '../../../../src/base/errors';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { resolveProviderCommandConfig } from '../../../../src/providers/model/providerCommandConfig';
import { ProviderRegistry } from '../../../../src/providers/registry/providerRegistry';
import { describeShell } from '../../../../src/pty/shell/shells';
import { AGENT_SETTINGS } from '../../../support/agents/agentSettings';

const SETTINGS: AgentSettings = { ...AGENT_SETTINGS, shell: '' };
const CLI = { kind: 'program', name: 'claude', path: '/opt/claude' } as const;

function input(
  settings: Partial<AgentSettings> = {},
  change: Partial<AgentPlanInput> = {},
): AgentPlanInput {
  const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);
  const config = resolveProviderCommandConfig('claude', { registry, overrides: {} });
  assert.ok(config);
  return {
    context: {
      ptyId: 'claude-main-task_1',
      label: 'Claude Code',
      task: {
        id: 'task_1',
        name: 'Fix',
        folder: 'file:///home/ada',
        cwd: '/home/ada',
        createdAt: '',
        conversations: [],
      },
      folder: { uri: 'file:///home/ada', path: '/home/ada', name: 'work' },
      settings: { ...SETTINGS, ...settings },
      options: {},
      shell: describeShell('/bin/zsh'),
      path: '/bin',
    },
    platform: 'linux',
    config,
    cli: CLI,
    command: { args: ['--verbose', "it's"], trailing: 0, env: {}, prompt: 'none', notices: [] },
    args: ['--verbose', "it's"],
    env: { PATH: '/bin' },
    exitMarker: { path: '/home/ada/m', text: 'n0nce' },
    ...change,
  };
}

describe('planAgent', () => {
  it('runs the agent in the shell by its name, which may be an alias, with an exit marker', () => {
    const { spec, notices } = planAgent(input());
    assert.equal(spec.program.file, '/bin/zsh');
    assert.match(spec.program.args.join(' '), /^-lic [\s\S]*\nclaude --verbose 'it'\\''s'\n/);
    assert.deepEqual([spec.exitMarkerNonce, spec.followUp, notices], ['n0nce', undefined, []]);
    assert.equal(spec.exec, "claude --verbose it's");
  });

  it('runs the agent directly by its path, with a login shell as follow-up', () => {
    const { spec } = planAgent(input({ spawnMode: 'direct' }));
    assert.deepEqual(spec.program, {
      file: '/opt/claude',
      args: ['--verbose', "it's"],
      cwd: '/home/ada',
      env: { PATH: '/bin' },
    });
    assert.equal(spec.followUp?.file, '/bin/zsh');
  });

  it('runs a command line in the shell in direct mode, too, with a notice', () => {
    const alias = { kind: 'line', line: 'cc | tee log' } as const;
    const { spec, notices } = planAgent(input({ spawnMode: 'direct' }, { cli: alias }));
    assert.equal(spec.program.file, '/bin/zsh');
    assert.match(notices.join(), /cc \| tee log/);
  });

  it('runs the agent in the shell in direct mode if setup commands are given', () => {
    const { spec } = planAgent(input({ spawnMode: 'direct', shellSetup: 'nvm use 22' }));
    assert.match(spec.program.args.join(' '), /nvm use 22/);
  });

  it('prefers the options of the caller to the settings', () => {
    const asked = input({ spawnMode: 'direct' });
    const { spec } = planAgent({
      ...asked,
      context: { ...asked.context, options: { spawnMode: 'shell', shellSetup: 'echo hi' } },
    });
    assert.match(spec.program.args.join(' '), /echo hi/);
  });

  it('runs the agent directly on Windows, and refuses a command line', () => {
    const { spec } = planAgent(input({}, { platform: 'win32' }));
    assert.equal(spec.program.file, '/opt/claude');
    assert.throws(
      () => planAgent(input({}, { platform: 'win32', cli: { kind: 'line', line: 'a | b' } })),
      (error) => SessionError.is(error, 'BAD_REQUEST'),
    );
  });
});
