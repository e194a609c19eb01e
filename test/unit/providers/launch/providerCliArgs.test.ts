import assert from 'node:assert/strict';
import { buildProviderCliArgs } from '../../../../src/providers/launch/providerCliArgs';

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
