import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recipe, Run } from '../../../scripts/lib/record/recipe';
import { recordRun, type Recorded } from '../../../scripts/lib/record/recordRun';

/** An agent that draws a changing spinner while its model answers, and prints where it runs. */
const AGENT = `#!/usr/bin/env node
const { readFileSync } = require('node:fs');
const { createInterface } = require('node:readline');
const { HOME, MODEL, SECRET = 'none' } = process.env;
const lines = createInterface({ input: process.stdin });
const prompt = () => process.stdout.write('> ');
console.log(process.cwd(), process.argv[2], SECRET, readFileSync(HOME + '/settings', 'utf8'));
prompt();
lines.on('line', async (content) => {
  if (content === '/quit') {
    console.log('bye');
    process.exit();
  }
  let count = 0;
  const spin = setInterval(() => process.stdout.write('\\rWorking ' + ++count), 30);
  const tools = [{ type: 'function', function: { name: 'bash', parameters: {} } }];
  const body = JSON.stringify({ stream: true, tools, messages: [{ role: 'user', content }] });
  const response = await fetch(MODEL + '/chat/completions', { method: 'POST', body });
  const text = await response.text();
  clearInterval(spin);
  const words = [...text.matchAll(/"content":"(.*?)"/g)].map(([, word]) => word);
  console.log('\\r* ' + words.join('') + ' (' + count + ' ticks)');
  prompt();
});
`;

const STEPS: Run['steps'] = [
  { record: 'idle', when: /^>/m, expect: 'idle' },
  { prompt: 'Wait [held]', when: /^>/m },
  { record: 'working', when: /^Working/m, expect: 'working' },
  { finish: true },
  { record: 'idle-answer', when: /Stand-in answer/, expect: 'idle' },
  { prompt: '/quit', when: /ticks[^]*>/ },
  { ends: true },
  { record: 'exit', when: /bye/, expect: 'unknown' },
];

const RECIPE: Recipe = {
  provider: 'scripted',
  title: 'Scripted',
  version: '1.0.0',
  install: { name: 'scripted' },
  program: 'scripted',
  standIn: 'chat',
  args: ({ folder }) => [folder],
  env: ({ baseUrl }) => ({ MODEL: baseUrl }),
  files: () => ({ settings: 'quiet' }),
  runs: [{ name: 'work', steps: STEPS }],
  changing: [
    [/^Working \d+/g, 'Working 1'],
    [/\(\d+ ticks\)/g, '(1 ticks)'],
  ],
};

describe('recordRun', function () {
  this.timeout(60_000);
  let programs: string;

  before(() => {
    programs = mkdtempSync(join(tmpdir(), 'record-run-'));
    const file = join(programs, 'scripted');
    writeFileSync(file, AGENT);
    chmodSync(file, 0o755);
    process.env['SECRET'] = 'secret';
  });
  after(() => {
    delete process.env['SECRET'];
    rmSync(programs, { recursive: true });
  });

  const record = (run: Run): Promise<readonly Recorded[]> =>
    recordRun(RECIPE, run, { version: '1.0.0', programs }, { cols: 80, rows: 24 });

  it('records the screens of a CLI at work, without facts of the machine', async () => {
    const screens = await record({ name: 'work', steps: STEPS });
    const head = '/home/dev/app /home/dev/app none quiet';
    const answer = '* Stand-in answer to: Wait [held] (1 ticks)';
    const rowsOf = ({ screen: { screen } }: Recorded) => screen.rows.filter((row) => row !== '');
    assert.deepEqual(
      screens.map((one) => [one.name, one.screen.expect, ...rowsOf(one)]),
      [
        ['idle', 'idle', head, '>'],
        ['working', 'working', head, '> Wait [held]', 'Working 1'],
        ['idle-answer', 'idle', head, '> Wait [held]', answer, '>'],
        ['exit', 'unknown', head, '> Wait [held]', answer, '> /quit', 'bye'],
      ],
    );
    assert.equal(screens[0]?.screen.note, 'Scripted 1.0.0, 80x24');
  });

  it('refuses a screen with a path of the machine', async () => {
    const run: Run = { name: 'work', args: () => [tmpdir()], steps: STEPS.slice(0, 1) };
    await assert.rejects(record(run), /The screen "idle" contains /);
  });
});
