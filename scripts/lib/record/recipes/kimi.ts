import type { Place, Recipe } from '../recipe';

const COMPOSER = /^ │ > /m;

const config = ({ baseUrl }: Place) => `default_model = "stand-in"
telemetry = false

[loop_control]
max_attempts_per_step = 1

[providers.stand-in]
type = "openai"
base_url = "${baseUrl}/v1"
api_key = "stand-in"

[models.stand-in]
provider = "stand-in"
model = "stand-in"
max_context_size = 100000
`;

export const kimiRecipe: Recipe = {
  provider: 'kimi',
  title: 'Kimi Code',
  version: '2.1.0',
  install: { name: '@moonshot-ai/kimi-code' },
  program: 'kimi',
  standIn: 'chat',
  pastes: true,
  env: () => ({ KIMI_CODE_NO_AUTO_UPDATE: '1' }),
  files: (place) => ({ '.kimi-code/config.toml': config(place) }),
  runs: [
    {
      name: 'first-run',
      files: () => ({}),
      steps: [
        { press: '\r', when: /Trust this folder/ },
        { record: 'first-run', when: COMPOSER, expect: 'idle' },
        { prompt: '/login', when: COMPOSER },
        { record: 'sign-in', when: /Select a platform/, expect: 'question' },
      ],
    },
    {
      name: 'work',
      steps: [
        { record: 'trust', when: /Trust this folder/, expect: 'trust' },
        { press: '\r', when: /Trust this folder/ },
        { record: 'idle', when: COMPOSER, expect: 'idle' },
        { prompt: 'Wait [held]', when: COMPOSER },
        { record: 'working', when: /[🌑🌒🌓🌔🌕🌖🌗🌘]/u, expect: 'working' },
        { finish: true },
        { record: 'idle-answer', when: /Stand-in answer/, expect: 'idle' },
        { prompt: 'Run [write]', when: COMPOSER },
        { record: 'permission', when: /Approve once/, expect: 'permission' },
        { press: '\r', when: /Approve once/ },
        { prompt: 'Ask [ask]', when: /the command has run/ },
        { record: 'question', when: /Which colour/, expect: 'question' },
        { press: '\r', when: /Which colour/ },
        { record: 'question-review', when: /Ready to submit/, expect: 'question' },
        { press: '\r', when: /Ready to submit/ },
        { prompt: 'Fail [fail 400]', when: COMPOSER },
        { record: 'failed', when: /asked to fail/, expect: 'failed' },
        { prompt: '/exit', when: COMPOSER },
        { ends: true },
        { record: 'exit', when: /To resume/, expect: 'skip' },
      ],
    },
    {
      name: 'queued',
      steps: [
        { press: '\r', when: /Trust this folder/ },
        { prompt: 'Wait [held]', when: COMPOSER },
        { prompt: 'Next', when: /[🌑🌒🌓🌔🌕🌖🌗🌘]/u },
        { record: 'working-queued', when: /to edit/, expect: 'working' },
      ],
    },
    {
      name: 'answer',
      steps: [
        { press: '\r', when: /Trust this folder/ },
        { prompt: 'Tell [paused]', when: COMPOSER },
        { record: 'working-answer', when: /Stand-in/, expect: 'working' },
      ],
    },
    {
      // It sends the words of a prompt that failed again.
      name: 'limited',
      steps: [
        { press: '\r', when: /Trust this folder/ },
        { prompt: 'Fail [fail 429]', when: COMPOSER },
        { record: 'limited', when: /Error: [^]*429/, expect: 'limited' },
      ],
    },
  ],
  changing: [
    [/session_[0-9a-f-]{36}/g, 'session_01234567-89ab-4cde-8f01-23456789abcd'],
    [/^ {1,2}[🌑🌒🌓🌔🌕🌖🌗🌘].*/gu, '  🌕 · Tip: /help lists all commands'],
    [/^ {2}[⠀-⣿] Working….*/g, '  ⠸ Working…'],
    [/^( (?:stand-in {2})?~\/app {2}main) .*/g, '$1'],
  ],
};
