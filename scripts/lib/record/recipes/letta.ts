import type { Recipe } from '../recipe';

const COMPOSER = /^› *$/m;
const PERMISSION = /Run this command\?/;
const QUESTION = /Arrow to navigate/;

/** It asks before each change, with a new agent on this machine and the model of LM Studio's API. */
const ARGS = ['--backend', 'local', '--permission-mode', 'standard', '--new-agent'];

export const lettaRecipe: Recipe = {
  provider: 'letta',
  title: 'Letta Code',
  version: '0.25.9',
  install: { name: '@letta-ai/letta-code' },
  program: 'letta',
  standIn: 'chat',
  args: () => [...ARGS, '-m', 'lmstudio/stand-in'],
  env: ({ baseUrl }) => ({
    LMSTUDIO_BASE_URL: `${baseUrl}/v1`,
    DISABLE_AUTOUPDATER: '1',
    LETTA_CODE_TELEM: '0',
  }),
  runs: [
    {
      name: 'sign-in',
      args: () => [],
      steps: [{ record: 'sign-in', when: /authenticated/, expect: 'question' }],
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
        { record: 'permission', when: PERMISSION, expect: 'permission' },
        { press: '1', when: PERMISSION },
        { prompt: 'Ask [ask]', when: /the command has run/ },
        { record: 'question', when: QUESTION, expect: 'question' },
        { press: '1', when: QUESTION },
        { prompt: 'Run [write]', when: COMPOSER },
        { press: '\x1b', when: PERMISSION },
        { record: 'idle-denied', when: /Approval cancelled/, expect: 'idle' },
        { prompt: 'Fail [fail 400]', when: COMPOSER },
        { record: 'failed', when: /asked to fail/, expect: 'failed' },
        { prompt: '/exit', when: COMPOSER },
        { ends: true },
        { record: 'exit', when: /Resume this agent/, expect: 'unknown' },
      ],
    },
    {
      name: 'limited',
      steps: [
        { prompt: 'Fail [fail 429]', when: COMPOSER },
        { record: 'limited', when: /429 The stand-in/, expect: 'limited' },
      ],
    },
  ],
  changing: [
    // What it says that it does, and its tip, differ by prompt; its sign turns.
    [/^\S Letta Code is \S.*… \(.*\)$/g, '= Letta Code is thinking… (esc to interrupt)'],
    [/^ {2}└ {2}Tip: .*/g, "  └  Tip: Use /init to initialize (or re-init) your agent's memory."],
    [/(?<=Total duration \((?:API|wall)\): ).*/g, '1s'],
  ],
};
