import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import {
  type AgentMachine,
  type AgentIntent,
  buildProviderCliArgs,
} from '../../../../src/providers/launch/agentCommand';
import { configOf, LINUX, planFor } from '../../../support/agents/agentCommands';

const UUID = '6e1b3f2a-8d52-4c1e-9b3a-2f7d1c0e4a55';
const ROOT: AgentMachine = { ...LINUX, isRoot: true };

describe('planAgentCommand', () => {
  it('D2: creates and resumes a conversation by different flags', () => {
    const claude = configOf('claude');
    const fresh = planFor(claude, { conversation: { kind: 'fresh', uuid: UUID } });
    const again = planFor(claude, { conversation: { kind: 'resume', id: UUID } });
    assert.deepEqual(fresh.args, ['--session-id', UUID]);
    assert.deepEqual(again.args, ['--resume', UUID]);
  });

  it('D3: puts a positional prompt last, after the extra arguments', () => {
    const config = configOf('claude', {
      defaultArgs: ['--verbose'],
      extraArgs: ['--add-dir', '..'],
    });
    const { args } = planFor(config, {
      prompt: 'Fix it',
      autoApprove: true,
      model: 'opus',
      extraArgs: ['--debug'],
      conversation: { kind: 'resumeLast' },
    });
    assert.deepEqual(args, [
      '--continue',
      '--verbose',
      '--dangerously-skip-permissions',
      '--add-dir',
      '..',
      '--model',
      'opus',
      '--debug',
      '--',
      'Fix it',
    ]);
  });

  it('passes a permission mode by the flag of the CLI', () => {
    for (const [id, flag, permissionMode] of [
      ['claude', '--permission-mode', 'plan'],
      ['codex', '--ask-for-approval', 'on-request'],
      ['gemini', '--approval-mode', 'plan'],
    ] as const) {
      const { args } = planFor(configOf(id), { permissionMode, extraArgs: ['-v'] });
      assert.deepEqual(args.slice(-3), [flag, permissionMode, '-v']);
    }
  });

  it('D4: passes a prompt to Claude without -i', () => {
    const { args } = planFor(configOf('claude'), { prompt: 'Fix it' });
    assert.deepEqual(args, ['--', 'Fix it']);
    assert.equal(configOf('claude').initialPromptFlag, '');
  });

  it('puts a prompt by flag among the options, before the extra arguments', () => {
    const config = configOf('qwen', { extraArgs: ['--debug'] });
    assert.deepEqual(planFor(config, { prompt: 'Fix it' }).args, ['-i', 'Fix it', '--debug']);
  });

  it('cleans the prompt that goes into the arguments', () => {
    const { args, prompt } = planFor(configOf('codex'), { prompt: 'a\r\nb\0\x1b[31m!  \n' });
    assert.deepEqual(args, ['--no-daemon', '--', 'a\nb!']);
    assert.equal(prompt, 'inArguments');
  });

  for (const [id, trailing] of [
    ['claude', 2],
    ['codex', 2],
    ['gemini', 0],
    ['aider', 0],
  ] as const) {
    it(`returns how many of the last arguments of ${id} are its prompt`, () => {
      const command = planFor(configOf(id), { prompt: 'Fix it', extraArgs: ['--extra'] });
      assert.equal(command.trailing, trailing);
      assert.equal(command.args.slice(command.args.length - trailing).includes('--extra'), false);
    });
  }

  it('treats a blank prompt as none', () => {
    assert.deepEqual(planFor(configOf('claude'), { prompt: ' \n\t ' }), {
      args: [],
      trailing: 0,
      env: {},
      prompt: 'none',
      notices: [],
    });
  });

  it('uses the sub-command that a prompt needs', () => {
    const goose = configOf('goose');
    assert.deepEqual(planFor(goose).args, ['session']);
    assert.deepEqual(planFor(goose, { prompt: 'Fix it' }).args, ['run', '-s', '-t', 'Fix it']);
    assert.deepEqual(planFor(configOf('kiro'), { conversation: { kind: 'resumeLast' } }).args, [
      'chat',
      '--resume',
    ]);
  });

  it('sets the model by a variable if the CLI has no flag for it', () => {
    const config = configOf('mistral', { env: { EXTRA: '1' } });
    assert.deepEqual(planFor(config, { model: 'devstral' }).env, {
      EXTRA: '1',
      VIBE_ACTIVE_MODEL: 'devstral',
    });
  });

  describe('auto-approve', () => {
    it('is switched off if the CLI approves by default', () => {
      assert.deepEqual(planFor(configOf('cline')).args, ['-i', '--auto-approve', 'false']);
    });

    const notices: [string, string, boolean, RegExp | undefined][] = [
      ['has a notice that Pi never asks', 'pi', false, /^Pi never asks/],
      ['has no notice for Pi if it was requested', 'pi', true, undefined],
      ['has a notice if the CLI has no flag for it', 'auggie', true, /^Auggie has no known flag/],
      ['has no notice about a missing flag that was not requested', 'auggie', false, undefined],
    ];
    for (const [title, id, autoApprove, expected] of notices) {
      it(title, () => {
        const [notice, ...others] = planFor(configOf(id), { autoApprove }).notices;
        assert.deepEqual(others, []);
        assert.equal(notice === undefined, expected === undefined);
        assert.match(notice ?? '', expected ?? /^$/);
      });
    }

    it('is refused with a message if the CLI refuses it to root', () => {
      const claude = configOf('claude');
      for (const intent of [{ autoApprove: true }, { permissionMode: 'bypassPermissions' }]) {
        assert.throws(
          () => planFor(claude, intent, ROOT),
          (error) =>
            SessionError.is(error, 'BAD_REQUEST') && /root.*IS_SANDBOX=1/.test(error.message),
        );
      }
      const sandbox = { ...ROOT, env: { IS_SANDBOX: '1' } };
      const flag = '--dangerously-skip-permissions';
      assert.deepEqual(planFor(claude, { autoApprove: true }, sandbox).args, [flag]);
      assert.deepEqual(planFor(claude, {}, ROOT).args, []);
      const plan = planFor(claude, { permissionMode: 'plan' }, ROOT);
      assert.deepEqual(plan.args, ['--permission-mode', 'plan']);
    });

    it("is not refused to root with the person's own flag", () => {
      const config = configOf('claude', { autoApproveFlag: '--permission-mode acceptEdits' });
      const { args } = planFor(config, { autoApprove: true }, ROOT);
      assert.deepEqual(args, ['--permission-mode', 'acceptEdits']);
    });
  });

  const refusals: [string, string, Partial<AgentIntent>, RegExp][] = [
    [
      'a model if the CLI has no flag for it',
      'droid',
      { model: 'x' },
      /^Factory Droid accepts no model/,
    ],
    [
      'a model that looks like an option',
      'claude',
      { model: '--help' },
      /'--help' is not the name/,
    ],
    [
      'a permission mode if none of the CLI is known',
      'aider',
      { permissionMode: 'plan' },
      /^No permission mode of Aider can be chosen/,
    ],
    [
      'a permission mode beside auto-approval',
      'claude',
      { permissionMode: 'plan', autoApprove: true },
      /either with auto-approval or in a permission mode/,
    ],
    [
      'a permission mode that looks like an option',
      'claude',
      { permissionMode: '-x' },
      /^'-x' is not a permission mode of Claude Code: remove "permissionMode"/,
    ],
    ['a model with an empty name', 'claude', { model: '' }, /is not the name of a model/],
    [
      'a conversation by its id if the CLI resumes none by id',
      'aider',
      { conversation: { kind: 'resume', id: UUID } },
      /^Aider cannot resume a conversation by its id/,
    ],
    [
      'the last conversation if the CLI cannot resume it',
      'jules',
      { conversation: { kind: 'resumeLast' } },
      /^Jules cannot resume its last conversation/,
    ],
    [
      'an id that looks like an option',
      'claude',
      { conversation: { kind: 'resume', id: '--help' } },
      /'--help' is not the id of a conversation/,
    ],
  ];
  for (const [title, id, intent, message] of refusals) {
    it(`refuses ${title}`, () => {
      assert.throws(
        () => planFor(configOf(id), intent),
        (error) => SessionError.is(error, 'BAD_REQUEST') && message.test(error.message),
      );
    });
  }

  it('inserts an id unchanged', () => {
    const { args } = planFor(configOf('pi'), {
      conversation: { kind: 'resume', id: '/a/$&.jsonl' },
    });
    assert.deepEqual(args, ['--session', '/a/$&.jsonl']);
  });
});

describe('buildProviderCliArgs', () => {
  const everything = {
    resume: true,
    resumeFlag: '-c -r',
    defaultArgs: ['--default'],
    autoApprove: true,
    autoApproveFlag: '--dangerously-skip-permissions',
    initialPrompt: 'Fix the bug',
    initialPromptFlag: '-i',
    extraArgs: ['--verbose'],
    useKeystrokeInjection: false,
  };

  it('D3: orders resume, default, auto-approve, prompt, extra', () => {
    assert.deepEqual(buildProviderCliArgs(everything), [
      '-c',
      '-r',
      '--default',
      '--dangerously-skip-permissions',
      '-i',
      'Fix the bug',
      '--verbose',
    ]);
  });

  const cases: [string, Partial<typeof everything> | { initialPromptFlag: undefined }, string[]][] =
    [
      [
        'no resume flag unless requested',
        { resume: false },
        ['--default', '--dangerously-skip-permissions', '-i', 'Fix the bug', '--verbose'],
      ],
      [
        'no auto-approve flag unless requested',
        { autoApprove: false },
        ['-c', '-r', '--default', '-i', 'Fix the bug', '--verbose'],
      ],
      [
        'a positional prompt for an empty flag',
        { initialPromptFlag: '' },
        ['-c', '-r', '--default', '--dangerously-skip-permissions', 'Fix the bug', '--verbose'],
      ],
      [
        'no prompt if it is typed',
        { useKeystrokeInjection: true },
        ['-c', '-r', '--default', '--dangerously-skip-permissions', '--verbose'],
      ],
      [
        'no prompt if the CLI accepts none',
        { initialPromptFlag: undefined },
        ['-c', '-r', '--default', '--dangerously-skip-permissions', '--verbose'],
      ],
    ];
  for (const [title, change, expected] of cases) {
    it(`returns ${title}`, () => {
      assert.deepEqual(buildProviderCliArgs({ ...everything, ...change }), expected);
    });
  }

  it('returns no arguments without flags', () => {
    assert.deepEqual(buildProviderCliArgs({}), []);
    assert.deepEqual(buildProviderCliArgs({ resume: true, autoApprove: true }), []);
  });

  it('splits flags as a shell does', () => {
    const args = buildProviderCliArgs({ resume: true, resumeFlag: "--resume 'the last one'" });
    assert.deepEqual(args, ['--resume', 'the last one']);
  });
});
