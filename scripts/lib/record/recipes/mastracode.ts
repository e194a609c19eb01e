import type { Place, Recipe } from '../recipe';

const COMPOSER = /^│ ›/m;

const MODEL = 'stand-in/stand-in';

const settings = ({ baseUrl }: Place): string =>
  JSON.stringify({
    onboarding: {
      completedAt: '2026-01-01T00:00:00.000Z',
      version: 1,
      quietModePreferenceSelected: true,
    },
    models: { modeDefaults: { build: MODEL, plan: MODEL, fast: MODEL }, omModelOverride: MODEL },
    preferences: { yolo: false, theme: 'dark' },
    customProviders: [
      { name: 'stand-in', url: `${baseUrl}/v1`, apiKey: 'stand-in', models: ['stand-in'] },
    ],
  });

export const mastracodeRecipe: Recipe = {
  provider: 'mastracode',
  title: 'Mastra Code',
  version: '0.32.1',
  install: { name: 'mastracode' },
  program: 'mastracode',
  standIn: 'chat',
  pastes: true,
  env: () => ({
    MASTRA_USER_ID: 'dev',
    MASTRA_TELEMETRY_DISABLED: '1',
    MASTRACODE_DISABLE_UPDATE_CHECK: '1',
  }),
  files: (place) => ({ '.local/share/mastracode/settings.json': settings(place) }),
  runs: [
    {
      name: 'first-run',
      files: () => ({}),
      steps: [
        { record: 'first-run', when: /Welcome[^]*Skip/, expect: 'question', cursor: 'hidden' },
      ],
    },
    {
      name: 'work',
      steps: [
        { record: 'idle', when: COMPOSER, expect: 'idle' },
        { prompt: 'Wait [held]', when: COMPOSER },
        { record: 'working', when: /Created thread[^]*▌ 1s/, expect: 'working' },
        { finish: true },
        { record: 'idle-answer', when: /Stand-in answer/, expect: 'idle' },
        { prompt: 'Run [write]', when: COMPOSER },
        { record: 'permission', when: /Allow\?/, expect: 'permission', cursor: 'hidden' },
        { press: 'y', when: /Allow\?/ },
        { prompt: 'Ask [ask]', when: /the command has run/ },
        // It asks before it asks.
        { press: 'y', when: /Tool: ask_user[^]*Allow\?/ },
        { record: 'question', when: /to select|navigate/i, expect: 'question', cursor: 'hidden' },
        { press: '\r', when: /to select|navigate/i },
        { prompt: 'Fail [fail 400]', when: COMPOSER },
        { record: 'failed', when: /asked to fail/, expect: 'failed' },
        { press: '\x04', when: COMPOSER },
        { ends: true },
      ],
    },
    {
      name: 'pickers',
      steps: [
        { prompt: '/goal judge', when: COMPOSER },
        {
          record: 'question-judge',
          when: /Select Goal Judge Model/,
          expect: 'question',
        },
        { press: '\x1b', when: /Select Goal Judge Model/ },
        { prompt: '/threads', when: /^(?![^]*Select Goal)[^]*│ ›/ },
        { record: 'question-threads', when: /\bEsc\b/, expect: 'question' },
      ],
    },
    {
      name: 'limited',
      steps: [
        { prompt: 'Fail [fail 429]', when: COMPOSER },
        { record: 'limited', when: /Error: /, expect: 'limited' },
      ],
    },
  ],
  changing: [
    [/Resource ID: app-[0-9a-f]{12}/g, 'Resource ID: app-0123456789ab'],
    [/\bapp-[0-9a-f]{12}\/[0-9a-f]{6}\b/g, 'app-0123456789ab/012345'],
    // A dialog may cover its end.
    [/(?<=Created thread: [0-9a-f-]*)[0-9a-f]/g, '0'],
    // The branch is in the middle, beside the speed.
    [/▌ (?:\d+m)?\d+s( [✓×])? +(?:main(?: +\d+ t\/s)? +)?(?=━)/g, '▌ 1s$1 '],
    [/ \d+(?:\.\d)?m?s ✓( +│)$/g, ' 1s ✓$1'],
    // It blinks, and seldom is another sign.
    [/^│ [•☯✺☻✿◒◓♞☘☸❂❁✽❉✹❨❩✚⚉❣❥♫❤](?= +│$)/gu, '│  '],
  ],
};
