import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import type { ActivityState, Signal } from '../../../../src/status/activity';
import { readProgramStatus, type ItemReport } from '../../../../src/status/sources/programStatus';

const needsInput = (
  need: 'permission' | 'question' | 'trust',
  question?: string,
): ActivityState => ({
  kind: 'needsInput',
  need,
  question,
});
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const ROWS: readonly (readonly [string, ActivityState | ItemReport | 'clear' | undefined])[] = [
  ['state=idle:app=claude-code', { kind: 'idle' }],
  ['app=codex:state=working', { kind: 'working' }],
  ['state=done', { kind: 'done' }],
  ['state=error:msg="API Error: 400 no"', { kind: 'failed', error: 'API Error: 400 no' }],
  ['state=error', { kind: 'failed' }],
  ['state=clear', 'clear'],
  ['state=blocked:app=codex:kind=permission', needsInput('permission')],
  [
    `state=blocked:kind=question:msg=${base64('Which: Rot · Blau?')}`,
    needsInput('question', 'Which: Rot · Blau?'),
  ],
  [
    'state=blocked:kind=permission:msg="approve Bash: echo a=b:c"',
    needsInput('permission', 'approve Bash: echo a=b:c'),
  ],
  ['state=blocked:msg="say "hi": now":kind=permission', needsInput('permission', 'say "hi": now')],
  ['state=blocked:kind=auth', needsInput('question')],
  [
    'state=blocked:kind=permission:msg="trust this folder"',
    needsInput('trust', 'trust this folder'),
  ],
  [
    `state=blocked:kind=question:msg=${base64('a\x1b]0;x\x07\n\u202eb')}`,
    needsInput('question', 'a ]0;x b'),
  ],
  [
    `state=blocked:kind=question:msg="${'x'.repeat(900)}"`,
    needsInput('question', `${'x'.repeat(299)}…`),
  ],
  ['state=blocked:kind=question:msg=no base64', needsInput('question', 'no base64')],
  ['state=dancing', undefined],
  ['state', undefined],
  ['', undefined],
  ['?', undefined],
  [`state=idle:title=${'x'.repeat(5000)}`, undefined],
  ['state=working:app=claude-code:id=b1:title=U2xlZXA=', { item: 'b1', isRunning: true }],
  ['state=blocked:id=b1:kind=question', { item: 'b1', isRunning: true }],
  ['state=clear:id=b1', { item: 'b1', isRunning: false }],
];

const TRUST = [{ message: /^trust this folder/, shows: 'trust' }] as const;

function isSignal(read: ReturnType<typeof readProgramStatus>): read is Signal {
  return typeof read === 'object' && 'state' in read;
}

describe('readProgramStatus', () => {
  for (const [body, expected] of ROWS) {
    it(JSON.stringify(body.slice(0, 70)), () => {
      const signal = readProgramStatus(body, 7, TRUST);
      assert.deepEqual(isSignal(signal) ? signal.state : signal, expected);
    });
  }

  const directory = join(process.cwd(), 'test', 'fixtures', 'programStatus');
  for (const file of readdirSync(directory)) {
    it(`reads the reports recorded in ${file}`, () => {
      const recorded = parseRecording(readFileSync(join(directory, file), 'utf8'));
      const reports = BUILT_IN_PROVIDERS.find(({ id }) => file.startsWith(id))?.status.reports;
      const read = recorded.map(([, body]) => {
        const signal = readProgramStatus(body, 0, reports);
        if (isSignal(signal)) {
          return formatState(signal.state);
        }
        return typeof signal === 'object' ? signal.item : String(signal);
      });
      assert.deepEqual(
        read,
        recorded.map(([expected]) => expected),
      );
    });
  }
});

/** Each line: the expected status, a tab, and the recorded body. */
function parseRecording(text: string): readonly (readonly [string, string])[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [expected = '', body = ''] = line.split('\t');
      return [expected, body] as const;
    });
}

function formatState(state: ActivityState): string {
  return state.kind === 'needsInput' ? `${state.need} ${state.question ?? ''}`.trim() : state.kind;
}
