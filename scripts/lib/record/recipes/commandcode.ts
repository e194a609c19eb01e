import type { Place, Recipe } from '../recipe';

const COMPOSER = /^❯ Ask your question/m;

const providers = ({ baseUrl }: Place) => ({
  provider: {
    'stand-in': {
      api: 'openai-completions',
      baseURL: `${baseUrl}/v1`,
      options: { baseURL: `${baseUrl}/v1`, apiKey: false },
      models: { model: { name: 'Stand-in' } },
    },
  },
});

/** The files of a person who has signed in, and has a model of their own. */
const signedIn = (place: Place) => ({
  '.commandcode/auth.json': JSON.stringify({ apiKey: 'stand-in' }),
  '.commandcode/providers.json': JSON.stringify(providers(place)),
});

const ARGS = ['--skip-onboarding', '--no-auto-update'];
const MODEL = ['--model', 'stand-in/model'];

export const commandcodeRecipe: Recipe = {
  provider: 'commandcode',
  title: 'Command Code',
  version: '1.64.0',
  // It imports a name that newer releases of this package no longer have.
  install: { name: 'command-code', beside: ['@opentelemetry/semantic-conventions@1.30.0'] },
  program: 'cmd',
  standIn: 'chat',
  args: () => [...ARGS, ...MODEL, '--trust'],
  env: () => ({ CMD_LOCAL_ONLY: '1' }),
  files: signedIn,
  runs: [
    {
      name: 'sign-in',
      args: () => ['--no-auto-update'],
      files: () => ({}),
      steps: [{ record: 'sign-in', when: /or paste API key here/, expect: 'question' }],
    },
    {
      name: 'trust',
      args: () => [...ARGS, ...MODEL],
      steps: [
        { record: 'trust', when: /esc to exit/, expect: 'trust' },
        { press: '\r', when: /esc to exit/ },
        { record: 'idle-trusted', when: COMPOSER, expect: 'idle' },
      ],
    },
    {
      name: 'work',
      steps: [
        { record: 'idle', when: COMPOSER, expect: 'idle' },
        { prompt: 'Wait [held]', when: COMPOSER },
        { record: 'working', when: /esc to interrupt/, expect: 'working' },
        { finish: true },
        { record: 'idle-answer', when: /Stand-in answer/, expect: 'idle' },
        { prompt: 'Run [write]', when: COMPOSER },
        { record: 'permission', when: /Yes/, expect: 'permission' },
        { press: '\r', when: /Yes/ },
        { prompt: 'Ask [ask]', when: /the command has run/ },
        { record: 'question', when: /Which colour/, expect: 'question' },
        { press: '\r', when: /Which colour/ },
        { record: 'question-review', when: /1\. Submit/, expect: 'question' },
        { press: '\r', when: /1\. Submit/ },
        { prompt: '/exit', when: COMPOSER },
        { ends: true },
        { record: 'exit', when: /./, expect: 'unknown' },
      ],
    },
    {
      name: 'denied',
      steps: [
        { prompt: 'Run [write]', when: COMPOSER },
        { press: '\x1b', when: /Yes/ },
        { record: 'idle-denied', when: COMPOSER, expect: 'idle' },
        { prompt: '/resume', when: COMPOSER },
        { record: 'question-resume', when: /enter resume/, expect: 'question' },
      ],
    },
    {
      name: 'failed',
      steps: [
        { prompt: 'Fail [fail 400]', when: COMPOSER },
        { record: 'failed', when: /asked to fail/, expect: 'failed' },
      ],
    },
    {
      name: 'retry',
      steps: [
        { prompt: 'Fail [fail 429]', when: COMPOSER },
        { record: 'working-retry', when: /Retrying/, expect: 'working' },
      ],
    },
    {
      name: 'answer',
      steps: [
        { prompt: 'Tell [paused]', when: COMPOSER },
        { record: 'working-answer', when: /Stand-in/, expect: 'working' },
      ],
    },
    {
      name: 'queued',
      steps: [
        { prompt: 'Wait [held]', when: COMPOSER },
        { prompt: 'Next', when: /esc to interrupt/ },
        { record: 'working-queued', when: /Next[^]*esc to interrupt/, expect: 'working' },
      ],
    },
    {
      name: 'files',
      steps: [
        { prompt: 'Write [create]', when: COMPOSER },
        { record: 'permission-create', when: /enter select/, expect: 'permission' },
        { press: '\x1b', when: /enter select/ },
        { prompt: 'Change [edit]', when: COMPOSER },
        { record: 'permission-edit', when: /enter select/, expect: 'permission' },
      ],
    },
    {
      name: 'plan',
      args: () => [...ARGS, ...MODEL, '--trust', '--permission-mode', 'plan'],
      steps: [
        { prompt: 'Plan [planned]', when: COMPOSER },
        { record: 'question-plan', when: /Cancel\s+esc/, expect: 'question' },
      ],
    },
    {
      name: 'limited',
      steps: [
        { prompt: 'Ask [spent]', when: COMPOSER },
        { record: 'limited', when: /usage limit/, expect: 'limited' },
      ],
    },
    {
      name: 'drafts',
      steps: [
        { press: 'A draft', when: COMPOSER },
        { record: 'idle-draft', when: /❯ A draft/, expect: 'idle' },
        { press: '\x15', when: /❯ A draft/ },
        { press: '!', when: COMPOSER },
        { record: 'idle-shell', when: /^! Ask/m, expect: 'idle' },
      ],
    },
    {
      name: 'working-shell',
      steps: [
        { prompt: 'Wait [held]', when: COMPOSER },
        { press: '!', when: /esc to interrupt/ },
        { record: 'working-shell', when: /^! Ask/m, expect: 'working' },
      ],
    },
    {
      name: 'denied-option',
      steps: [
        { prompt: 'Run [write]', when: COMPOSER },
        { press: '\x1b[B', when: /❯ 1\. Yes/ },
        { press: '\x1b[B', when: /❯ 2\. Yes/ },
        { press: '\r', when: /❯ 3\. No/ },
        { record: 'idle-refused', when: COMPOSER, expect: 'idle' },
      ],
    },
    {
      name: 'pickers',
      steps: [
        { prompt: '/model', when: COMPOSER },
        { record: 'question-model', when: /esc\s+to cancel/, expect: 'question' },
        { press: '\x1b', when: /esc\s+to cancel/ },
        { prompt: '/agents', when: COMPOSER },
        { record: 'question-agents', when: /Esc\s+to close/, expect: 'question' },
      ],
    },
  ],
  changing: [
    // The sign of its work turns, and the word for it differs.
    [/^ \S (?=.*esc to interrupt • )/gu, ' ✧ '],
    [/^ ✧ \S+…/gu, ' ✧ Working…'],
    [/Retrying\.\.\. \(attempt \d+\)/g, 'Retrying... (attempt 2)'],
    [/esc to interrupt • .*/g, 'esc to interrupt • 1s • ↓ 0'],
    [/^✻ Worked for .*/g, '✻ Worked for 1s'],
    [/^[⠀-⣿](?= Complete login)/g, '⠧'],
    [/(?<=^1\. {4})(?:just now|\d.{7})/g, 'just now'],
    // The address of the sign-in is wrapped.
    [/(?<=127\.0\.0\.1%3A)\d{5}/g, '12345'],
    [/(?<=state=)[\w-]+|^[\w-]+(?=&mode=)/g, 'state'],
  ],
};
