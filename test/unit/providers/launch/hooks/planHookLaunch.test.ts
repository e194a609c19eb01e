import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { BUILT_IN_PROVIDERS } from '../../../../../src/providers/catalog/builtInProviders';
import type { HookLaunchInput } from '../../../../../src/providers/launch/hooks/hookLaunch';
import { planHookLaunch } from '../../../../../src/providers/launch/hooks/planHookLaunch';

const WRITTEN = '/home/ada/.agent-terminals/hooks/x';

interface Change extends Partial<Omit<HookLaunchInput, 'files'>> {
  readonly files?: Readonly<Record<string, string>>;
  /** The beginning of the paths of the files that the plan writes. */
  readonly place?: string;
}

interface Planned {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly written: Readonly<Record<string, string>>;
  readonly reason: string | undefined;
}

/** Plans for a provider; `written` contains the files that the plan writes. */
async function plan(id: string, change: Change = {}): Promise<Planned> {
  const { files = {}, place = WRITTEN, ...rest } = change;
  const written: Record<string, string> = {};
  const input: HookLaunchInput = {
    args: ['--verbose', '--', 'a prompt'],
    trailing: 2,
    platform: 'linux',
    env: {},
    commandLine: (event) => `/bin/sh '/home/a b/hook' ${event}`,
    ...rest,
    files: {
      read: (path) =>
        files[path] === undefined
          ? Promise.reject(Object.assign(new Error(`no ${path}`), { code: 'ENOENT' }))
          : Promise.resolve(files[path]),
      write: (ending, text) => {
        written[ending] = text;
        return Promise.resolve(`${place}.${ending}`);
      },
    },
  };
  const hooks = BUILT_IN_PROVIDERS.find((provider) => provider.id === id)?.hooks;
  assert.ok(hooks);
  const launch = await planHookLaunch(hooks, input);
  return 'args' in launch
    ? { args: launch.args, env: launch.env, written, reason: undefined }
    : { args: [], env: {}, written, reason: launch.reason };
}

interface Groups {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks?: readonly unknown[] }[]>>;
}

const parse = (text: string | undefined): Groups & Record<string, unknown> =>
  JSON.parse(text ?? '') as Groups & Record<string, unknown>;

const stopHook = (timeout: number) => ({
  type: 'command',
  command: `/bin/sh '/home/a b/hook' Stop`,
  timeout,
});

describe('planHookLaunch', () => {
  it('changes nothing if the CLI has no hooks', async () => {
    const { args, env } = await plan('aider');
    assert.deepEqual({ args, env }, { args: ['--verbose', '--', 'a prompt'], env: {} });
  });

  describe('by a flag with settings', () => {
    it('puts the settings before the prompt', async () => {
      const { args } = await plan('claude');
      assert.deepEqual(
        [args[0], args[1], ...args.slice(3)],
        ['--verbose', '--settings', '--', 'a prompt'],
      );
      assert.deepEqual(parse(args[2]).hooks['Stop'], [{ hooks: [stopHook(15)] }]);
    });

    const own = { model: 'x', hooks: { Stop: [{ hooks: ['mine'] }], Other: [{ hooks: [] }] } };
    for (const args of [
      ['--settings', JSON.stringify(own), '-v'],
      [`--settings=${JSON.stringify(own)}`, '-v'],
      ['--settings', '{"hooks":{"Stop":"overridden"}}', '--settings', JSON.stringify(own), '-v'],
    ]) {
      it(`merges the settings of the person (${args.length} arguments)`, async () => {
        const planned = await plan('claude', { args, trailing: 0 });
        const at = planned.args.lastIndexOf('--settings');
        const { hooks, ...more } = parse(planned.args[at + 1]);
        assert.deepEqual(more, { model: 'x' });
        assert.deepEqual(hooks['Stop'], [{ hooks: ['mine'] }, { hooks: [stopHook(15)] }]);
        assert.deepEqual(hooks['Other'], [{ hooks: [] }]);
        assert.equal(planned.args.at(-1), '-v');
        assert.deepEqual(planned.written, {});
      });
    }

    it('merges settings from a file into a file, which keeps secrets out of the arguments', async () => {
      const secret = { env: { KEY: 'secret' }, ...own };
      const files = { 'mine.json': JSON.stringify(secret) };
      const { args, written } = await plan('claude', {
        args: ['--settings', 'mine.json'],
        trailing: 0,
        files,
      });
      assert.deepEqual(args, ['--settings', `${WRITTEN}.settings.json`]);
      const { hooks, env } = parse(written['settings.json']);
      assert.deepEqual(env, { KEY: 'secret' });
      assert.equal(hooks['Stop']?.length, 2);
    });

    for (const [value, files] of [
      ['gone.json', {}],
      ['{"hooks":', {}],
      ['list.json', { 'list.json': '[]' }],
      ['broken.json', { 'broken.json': '{' }],
    ] as const) {
      it(`reports settings of the person that it cannot read: ${value}`, async () => {
        const { reason } = await plan('claude', {
          args: ['--settings', value],
          trailing: 0,
          files,
        });
        assert.ok(reason?.includes(value), reason);
      });
    }

    it('does not treat a prompt as settings', async () => {
      const { args } = await plan('claude', { args: ['--', '--settings'], trailing: 2 });
      assert.deepEqual([args[0], ...args.slice(2)], ['--settings', '--', '--settings']);
    });
  });

  describe('by a flag with a file of settings', () => {
    const NAME = 'FACTORY_RUNTIME_SETTINGS_PATH';
    const own = { model: 'x', hooks: { Stop: [{ hooks: ['mine'] }] } };
    const files = { 'mine.json': JSON.stringify(own) };

    it('names the file that it writes', async () => {
      const { args, written } = await plan('droid');
      assert.deepEqual(args, [
        ...['--verbose', '--settings', `${WRITTEN}.settings.json`],
        ...['--', 'a prompt'],
      ]);
      assert.deepEqual(parse(written['settings.json']).hooks['Stop'], [{ hooks: [stopHook(15)] }]);
    });

    for (const [source, change] of [
      ['the flag', { args: ['--settings', 'mine.json'], env: { [NAME]: 'other.json' } }],
      ['the variable', { args: [], env: { [NAME]: 'mine.json' } }],
    ] as const) {
      it(`merges the file of the person that ${source} names`, async () => {
        const { args, env, written } = await plan('droid', { ...change, trailing: 0, files });
        assert.deepEqual(args, ['--settings', `${WRITTEN}.settings.json`]);
        assert.deepEqual(env, {});
        const { hooks, model } = parse(written['settings.json']);
        assert.equal(model, 'x');
        assert.deepEqual(hooks['Stop'], [{ hooks: ['mine'] }, { hooks: [stopHook(15)] }]);
      });
    }

    it('treats JSON as the name of a file, as the CLI does', async () => {
      assert.ok((await plan('droid', { args: ['--settings', '{}'], trailing: 0 })).reason);
    });
  });

  describe('by a flag for each line of configuration', () => {
    it('has a line for each event, and the hashes by which the CLI trusts the hooks', async () => {
      const { args } = await plan('codex');
      const lines = args.filter((_, index) => args[index - 1] === '-c');
      assert.deepEqual(
        lines.map((line) => line.replace(/=.*/, '')),
        [
          'hooks.SessionStart',
          'hooks.UserPromptSubmit',
          'hooks.PermissionRequest',
          'hooks.PostToolUse',
          'hooks.Stop',
          'hooks.state',
        ],
      );
      assert.equal(
        lines[4],
        `hooks.Stop=[{hooks=[{type="command",command="/bin/sh '/home/a b/hook' Stop",timeout=15}]}]`,
      );
      assert.match(
        lines[5] ?? '',
        /^hooks\.state=\{"\/<session-flags>\/config\.toml:session_start:0:0"=\{trusted_hash="sha256:[0-9a-f]{64}"\},/,
      );
      assert.deepEqual(args.slice(-2), ['--', 'a prompt']);
    });

    it('escapes DEL in a command, which TOML forbids in a string', async () => {
      const commandLine = (event: string) => `/home/a\x7fb/hook ${event}`;
      const { args } = await plan('codex', { commandLine });
      assert.ok(args.some((arg) => arg.includes('command="/home/a\\u007fb/hook Stop"')));
      assert.ok(args.every((arg) => !arg.includes('\x7f')));
    });

    for (const own of [
      ['-c', 'hooks.Stop=[]'],
      ['--config', 'hooks={}'],
      ['--config=hooks.Stop=[]'],
    ]) {
      it(`returns a reason if the person passes hooks: ${own.join(' ')}`, async () => {
        assert.ok((await plan('codex', { args: own, trailing: 0 })).reason);
      });
    }

    it('keeps other lines of the person', async () => {
      const args = ['-c', 'model="x"', '-c', 'features.hooks=true'];
      const planned = await plan('codex', { args, trailing: 0 });
      assert.deepEqual(planned.args.slice(0, 4), args);
    });
  });

  describe('by a file of defaults', () => {
    const NAME = 'QWEN_CODE_SYSTEM_DEFAULTS_PATH';

    it('names the file that it writes, with time limits in milliseconds', async () => {
      const { args, env, written } = await plan('qwen');
      assert.deepEqual(args, ['--verbose', '--', 'a prompt']);
      assert.deepEqual(env, { [NAME]: `${WRITTEN}.settings.json` });
      assert.deepEqual(parse(written['settings.json']).hooks['Stop'], [
        { hooks: [stopHook(15_000)] },
      ]);
    });

    for (const [path, env, platform] of [
      ['/etc/qwen-code/system-defaults.json', {}, 'linux'],
      ['/Library/Application Support/QwenCode/system-defaults.json', {}, 'darwin'],
      ['C:\\ProgramData\\qwen-code\\system-defaults.json', {}, 'win32'],
      ['/opt/q/system-defaults.json', { QWEN_CODE_SYSTEM_SETTINGS_PATH: '/opt/q/s.json' }, 'linux'],
      ['/opt/d.json', { [NAME]: '/opt/d.json' }, 'linux'],
    ] as const) {
      it(`keeps the settings of ${path}`, async () => {
        const files = { [path]: '{"model":"x"}' };
        const { written } = await plan('qwen', { env, platform, files });
        assert.equal(parse(written['settings.json'])['model'], 'x');
      });
    }

    it('returns a reason if the file is not plain JSON', async () => {
      const files = { '/etc/qwen-code/system-defaults.json': '{} // none' };
      assert.ok((await plan('qwen', { files })).reason);
    });
  });

  it('by a flag with a plugin: names the directory that it writes, before the prompt', async () => {
    const { args, written } = await plan('copilot');
    const directory = dirname(`${WRITTEN}.plugin/plugin.json`);
    assert.deepEqual(args, ['--verbose', '--plugin-dir', directory, '--', 'a prompt']);
    assert.deepEqual(Object.keys(written).sort(), ['plugin/hooks.json', 'plugin/plugin.json']);
    const { hooks } = JSON.parse(written['plugin/hooks.json'] ?? '') as Groups;
    const bash = "/bin/sh '/home/a b/hook' agentStop";
    assert.deepEqual(hooks['agentStop'], [{ type: 'command', bash, timeoutSec: 15 }]);
  });

  describe('by a flag with an extension', () => {
    it('names the file that it writes, before the prompt and after the extensions of the person', async () => {
      const args = ['-e', 'mine.ts', 'a prompt'];
      const planned = await plan('pi', { args, trailing: 1 });
      const path = `${WRITTEN}.plugin.mjs`;
      assert.deepEqual(planned.args, ['-e', 'mine.ts', '--extension', path, 'a prompt']);
      assert.deepEqual([planned.env, Object.keys(planned.written)], [{}, ['plugin.mjs']]);
    });

    for (const space of ['\u00a0', '\u3000']) {
      it(`returns a reason if the CLI would not find the file (${JSON.stringify(space)})`, async () => {
        const { reason } = await plan('pi', { place: `/home/a${space}b/x` });
        assert.match(reason ?? '', /^it cannot load \/home\/a/);
      });
    }
  });

  it('names the file of a mod before the prompt, and after the mods of the person', async () => {
    const args = ['--mod', 'mine.ts', 'a prompt'];
    const planned = await plan('commandcode', { args, trailing: 1 });
    const path = `${WRITTEN}.plugin.mjs`;
    assert.deepEqual(planned.args, ['--mod', 'mine.ts', '--mod', path, 'a prompt']);
    assert.deepEqual([planned.env, Object.keys(planned.written)], [{}, ['plugin.mjs']]);
  });

  describe('by a variable with a plugin', () => {
    for (const [id, name] of [
      ['opencode', 'OPENCODE_CONFIG_CONTENT'],
      ['kilocode', 'KILO_CONFIG_CONTENT'],
    ] as const) {
      it(`names the file that it writes beside the plugins of the person (${id})`, async () => {
        const own = JSON.stringify({ model: 'x', plugin: ['mine'] });
        const { env } = await plan(id, { env: { [name]: own } });
        assert.deepEqual(JSON.parse(env[name] ?? ''), {
          model: 'x',
          plugin: ['mine', `file://${WRITTEN}.plugin.mjs`],
        });
      });

      it(`returns a reason if the variable is not plain JSON (${id})`, async () => {
        assert.ok((await plan(id, { env: { [name]: '{// x\n}' } })).reason);
      });
    }
  });
});
