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
        'no resume unless asked for',
        { resume: false },
        ['--default', '--dangerously-skip-permissions', '-i', 'Fix the bug', '--verbose'],
      ],
      [
        'no auto-approve unless asked for',
        { autoApprove: false },
        ['-c', '-r', '--default', '-i', 'Fix the bug', '--verbose'],
      ],
      [
        'a positional prompt for an empty flag',
        { initialPromptFlag: '' },
        ['-c', '-r', '--default', '--dangerously-skip-permissions', 'Fix the bug', '--verbose'],
      ],
      [
        'no prompt where it is typed',
        { useKeystrokeInjection: true },
        ['-c', '-r', '--default', '--dangerously-skip-permissions', '--verbose'],
      ],
      [
        'no prompt where the CLI takes none',
        { initialPromptFlag: undefined },
        ['-c', '-r', '--default', '--dangerously-skip-permissions', '--verbose'],
      ],
    ];
  for (const [title, change, expected] of cases) {
    it(`gives ${title}`, () => {
      assert.deepEqual(buildProviderCliArgs({ ...everything, ...change }), expected);
    });
  }

  it('gives nothing for nothing', () => {
    assert.deepEqual(buildProviderCliArgs({}), []);
    assert.deepEqual(buildProviderCliArgs({ resume: true, autoApprove: true }), []);
  });

  it('reads flags in shell style', () => {
    const args = buildProviderCliArgs({ resume: true, resumeFlag: "--resume 'the last one'" });
    assert.deepEqual(args, ['--resume', 'the last one']);
  });
});
