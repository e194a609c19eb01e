import type { Place, Recipe } from '../recipe';

const COMPOSER = /^› (?!\d)/m;

const config = ({ baseUrl, folder }: Place, trust: 'trusted' | 'unknown') => `model = "stand-in"
model_provider = "stand-in"
check_for_update_on_startup = false

[model_providers.stand-in]
name = "Stand-in"
base_url = "${baseUrl}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false

[tui]
show_tooltips = false

[features]
default_mode_request_user_input = true
plugins = false
apps = false
${trust === 'trusted' ? `\n[projects.${JSON.stringify(folder)}]\ntrust_level = "trusted"\n` : ''}`;

export const codexRecipe: Recipe = {
  provider: 'codex',
  title: 'Codex',
  version: '0.169.0',
  install: { name: '@openai/codex' },
  program: 'codex',
  standIn: 'responses',
  args: () => ['--no-daemon'],
  files: (place) => ({ '.codex/config.toml': config(place, 'trusted') }),
  runs: [
    {
      name: 'sign-in',
      files: () => ({}),
      steps: [{ record: 'sign-in', when: /Sign in with ChatGPT/, expect: 'question' }],
    },
    {
      name: 'trust',
      files: (place) => ({ '.codex/config.toml': config(place, 'unknown') }),
      steps: [{ record: 'trust', when: /Trust this folder|Do you trust/, expect: 'trust' }],
    },
    {
      name: 'work',
      steps: [
        { record: 'idle', when: COMPOSER, expect: 'idle' },
        { prompt: 'Wait [held]', when: COMPOSER },
        { record: 'working', when: /esc to interrupt/, expect: 'working' },
        { finish: true },
        { record: 'idle-answer', when: /Worked for/, expect: 'idle' },
        { prompt: 'Run [write]', when: COMPOSER },
        { record: 'permission', when: /Press enter to confirm/, expect: 'permission' },
        { press: '\r', when: /Press enter to confirm/ },
        { prompt: 'Ask [ask]', when: /the command has run[^]*^› /m },
        { record: 'question', when: /Which colour/, expect: 'question' },
        { press: '\r', when: /Which colour/ },
        { prompt: 'Fail [fail 400]', when: /Which colour[^]*the command has run[^]*^› /m },
        { record: 'failed', when: /■ /, expect: 'failed' },
        { prompt: 'Fail [fail 429]', when: COMPOSER },
        { record: 'limited', when: /limit/, expect: 'limited' },
        { prompt: '/quit', when: COMPOSER },
        { ends: true },
        { record: 'exit', when: /./, expect: 'unknown' },
      ],
    },
    {
      name: 'background',
      steps: [
        { prompt: 'Go on [background]', when: COMPOSER },
        { record: 'working-shell', when: /the command has run[^]*^› /m, expect: 'working' },
      ],
    },
    {
      name: 'pickers',
      steps: [
        { prompt: 'Hello', when: COMPOSER },
        { prompt: '/delete', when: /Worked for/ },
        { record: 'question-delete', when: /Delete this session\?/, expect: 'question' },
        { press: '\x1b', when: /Delete this session\?/ },
        { prompt: '/memories', when: COMPOSER },
        { record: 'question-memories', when: /Enable memories\?/, expect: 'question' },
        { press: '\x1b', when: /Enable memories\?/ },
        { prompt: '/rename', when: COMPOSER },
        { record: 'question-rename', when: /enter submit/, expect: 'question' },
      ],
    },
  ],
  changing: [
    [/^[•◦] Working \(\d+s/g, '• Working (1s'],
    [/^[⠀-⣿] /g, '⠙ '],
    [/^ {2}Worked for .*/g, '  Worked for 1s • 12:00'],
    [/^\[ [.!] \] Action/g, '[ . ] Action'],
    [/^[•◦] Running /g, '• Running '],
  ],
};
