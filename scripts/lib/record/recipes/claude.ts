import type { Place, Recipe } from '../recipe';

const COMPOSER = /^❯/m;

const env = ({ baseUrl }: Place) => ({
  ANTHROPIC_BASE_URL: baseUrl,
  ANTHROPIC_AUTH_TOKEN: 'stand-in',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  CLAUDE_CODE_MAX_RETRIES: '0',
  DISABLE_AUTOUPDATER: '1',
});

const trusting = (folder: string) => ({
  projects: { [folder]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
});

const files = (config: object) => ({
  '.claude.json': JSON.stringify({ hasCompletedOnboarding: true, theme: 'dark', ...config }),
  '.claude/settings.json': JSON.stringify({ spinnerTipsEnabled: false }),
});

export const claudeRecipe: Recipe = {
  provider: 'claude',
  title: 'Claude Code',
  version: '2.1.330',
  install: { name: '@anthropic-ai/claude-code', allowScripts: ['@anthropic-ai/claude-code'] },
  program: 'claude',
  standIn: 'messages',
  args: () => ['--permission-mode', 'manual'],
  env,
  files: ({ folder }) => files(trusting(folder)),
  runs: [
    {
      name: 'first-run',
      env: () => ({}),
      files: () => ({}),
      steps: [
        // Without a network it ends here.
        { record: 'first-run', when: /Unable to connect/, expect: 'unknown' },
      ],
    },
    {
      name: 'sign-in',
      env: () => ({}),
      steps: [
        { prompt: '/login', when: COMPOSER },
        { record: 'sign-in', when: /Select login method/, expect: 'question' },
      ],
    },
    {
      name: 'trust',
      files: () => files({}),
      steps: [{ record: 'trust', when: /Accessing workspace/, expect: 'trust' }],
    },
    {
      name: 'work',
      steps: [
        { record: 'idle', when: COMPOSER, expect: 'idle' },
        { prompt: 'Wait [held]', when: COMPOSER },
        { record: 'working', when: /esc to interrupt/, expect: 'working' },
        { finish: true },
        { record: 'idle-answer', when: /● Stand-in answer/, expect: 'idle' },
        { prompt: 'Run [write]', when: COMPOSER },
        { record: 'permission', when: /Do you want to proceed/, expect: 'permission' },
        { press: '1', when: /Do you want to proceed/ },
        { prompt: 'Ask [ask]', when: /the command has run[^]*^❯/m },
        { record: 'question', when: /Which colour/, expect: 'question' },
        { press: '1', when: /Which colour/ },
        { prompt: 'Fail [fail 400]', when: /Red[^]*the command has run/ },
        { record: 'failed', when: /API Error: 400/, expect: 'failed' },
        { prompt: 'Fail [fail 429]', when: COMPOSER },
        { record: 'limited', when: /429/, expect: 'limited' },
        { prompt: '/exit', when: COMPOSER },
        { ends: true },
        { record: 'exit', when: /./, expect: 'unknown' },
      ],
    },
    {
      name: 'background',
      args: () => ['--permission-mode', 'manual', '--allowedTools', 'Bash', 'Agent'],
      steps: [
        { prompt: 'Go on [background]', when: COMPOSER },
        { record: 'working-shell', when: /1 shell still running/, expect: 'working' },
        { prompt: 'Help [agent]', when: COMPOSER },
        { prompt: 'Help again [agent]', when: /Waiting for 1 background agent/ },
        { record: 'working-agents', when: /Waiting for 2 background agents/, expect: 'working' },
      ],
    },
    {
      name: 'view',
      steps: [
        { prompt: 'Begin', when: /← for agents/ },
        { press: '\x1b[D', when: /● Stand-in answer/ },
        { record: 'idle-view', when: /describe a task[^]*enter to/, expect: 'skip' },
        { press: 'Do it', when: COMPOSER },
        { record: 'idle-view-typed', when: /Do it/, expect: 'skip' },
      ],
    },
  ],
  changing: [
    [/^[·✢✳✶✻✽*] \p{L}[\p{L}'-]*…(?: \(.*\))?$/gu, '✶ Working…'],
    [/^✻ \p{L}+ for \d+s\b(?: · done \d+:\d+ [AP]M)?/gu, '✻ Worked for 1s'],
    [/^( {2}[○◯●] .*?) +(?:\d+m )?\d+s(?: · [↑↓] [\d.]+k? tokens)?$/g, '$1   1s'],
    [/^[● ] Writing something$/g, '● Writing something'],
    [/^[◐◓◑◒] /g, '◐ '],
    [/^❯ Try ".*"$/g, '❯ Try "fix lint errors"'],
  ],
};
