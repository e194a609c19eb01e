import assert from 'node:assert/strict';
import { AgentHooks, type HookGateway } from '../../../../src/agents/start/agentHooks';
import type { HookSupport } from '../../../../src/providers/model/hookSupport';

const SUPPORT: HookSupport = {
  kind: 'settingsFlag',
  value: 'jsonOrFile',
  flag: '--settings',
  rules: [],
  notOfSession: [],
  conversation: { event: 'Start', at: 'id' },
};

const ACCESS = { socket: '/s', hookToken: 't' };

function hooksBy(gateway: Partial<HookGateway>, read = (path: string, cwd: string) => path + cwd) {
  const log: string[] = [];
  const note = (message: string): void => void log.push(message);
  const hooks = new AgentHooks({
    gateway: {
      open: () => Promise.resolve(ACCESS),
      openForward: () => Promise.resolve(ACCESS),
      reopen: () => Promise.resolve(),
      leave: () => {},
      abandon: () => {},
      removeStaleFiles: () => Promise.resolve(),
      provide: () =>
        Promise.resolve({ commandLine: (event) => event, write: () => Promise.resolve('/file') }),
      ...gateway,
    },
    readText: (path, cwd) => Promise.resolve(read(path, cwd)),
    platform: 'linux',
    logger: { info: note, warn: note },
  });
  const plan = (args: readonly string[], support: HookSupport = SUPPORT) =>
    hooks.plan({
      provider: { name: 'Ada', hooks: support },
      command: { args, trailing: 0 },
      ptyId: 'ada-main-task_1',
      cwd: '/work',
      env: {},
    });
  return { hooks, plan, log };
}

const fail = () => Promise.reject(new Error('no room'));

describe('AgentHooks', () => {
  it('adds the hooks to the arguments of an agent', async () => {
    const { plan, log } = hooksBy({});
    const { args } = await plan(['-v']);
    assert.deepEqual(args.slice(0, 2), ['-v', '--settings']);
    assert.deepEqual(log, []);
  });

  it('reads the settings file of the person in the directory of the agent', async () => {
    const { plan } = hooksBy({}, (path, cwd) =>
      path === 'mine.json' && cwd === '/work' ? '{}' : 'nothing',
    );
    assert.deepEqual((await plan(['--settings', 'mine.json'])).args, ['--settings', '/file']);
  });

  it('starts an agent without hooks if their program is missing, and logs it', async () => {
    const { plan, log } = hooksBy({ provide: fail });
    assert.deepEqual(await plan(['-v']), { args: ['-v'], env: {} });
    assert.deepEqual(log, ['Ada starts without hooks: no room']);
  });

  it('starts an agent without hooks if its own settings cannot be read, and logs it', async () => {
    const { plan, log } = hooksBy({});
    const args = ['--settings', 'mine.json'];
    assert.deepEqual(await plan(args), { args, env: {} });
    assert.match(log.join(), /^Ada starts without hooks: mine\.json, its settings file/);
  });

  it('provides no program for an agent without hook support', async () => {
    const { plan, log } = hooksBy({ provide: fail });
    assert.deepEqual(await plan(['-v'], { kind: 'none' }), { args: ['-v'], env: {} });
    assert.deepEqual(log, []);
  });

  it('returns the address for reports, or logs that the gateway cannot open', async () => {
    assert.deepEqual(await hooksBy({}).hooks.open('x', 'report'), ACCESS);
    const { hooks, log } = hooksBy({ open: fail });
    assert.equal(await hooks.open('x', 'report'), undefined);
    assert.deepEqual(log, ['Hooks of session x cannot report: no room']);
  });
});
