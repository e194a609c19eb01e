import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildHookHelper } from '../../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { SessionError } from '../../../../src/base/errors';
import type { Signal, SignalSource } from '../../../../src/status/activity';
import { untilRequestShown } from '../../../support/agents/approveShown';
import { readRecordedScreen } from '../../../support/status/recordedScreens';
import { useCore } from '../../../support/agents/useCore';
import { waitFor } from '../../../support/waitFor';
import { requireSession } from '../../../../src/pty/sessionBackend';

/** Until the agent has started, and until a change is read, on a busy machine. */
const LIMIT_MS = 30_000;

/**
 * A program in the place of Claude Code. It takes orders, lines that begin with the byte 1: to draw
 * a screen, to report by OSC 7501, and to run its hook. It records all other input as keys.
 */
const AGENT = `#!${process.execPath}
const { spawn } = require('node:child_process');
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
if (args[0] === '--version') {
  console.log('2.1.330 (Claude Code)');
  process.exit();
}
const keys = process.env.HOME + '/keys';
writeFileSync(keys, '');
const given = args[args.indexOf('--settings') + 1];
const settings = JSON.parse(existsSync(given) ? readFileSync(given, 'utf8') : given);
const orders = {
  draw: (rows) => process.stdout.write('\\x1b[2J\\x1b[H' + rows.join('\\r\\n')),
  report: (words) =>
    process.stdout.write(
      '\\x1b]7501;state=blocked:kind=permission:msg=' +
        Buffer.from(words).toString('base64') + '\\x07',
    ),
  hook: (command) => {
    const [{ hooks: [hook] }] = settings.hooks.PermissionRequest;
    const program = spawn(hook.command, hook.args ?? [], {
      shell: hook.args === undefined,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const payload = { hook_event_name: 'PermissionRequest', tool_name: 'Bash' };
    program.stdin.end(JSON.stringify({ ...payload, tool_input: { command } }));
  },
};
let input = '';
process.stdin.setRawMode(true);
process.stdin.on('data', (data) => {
  input += data;
  for (;;) {
    const order = /^\\x01(\\w+) (.*)\\n/.exec(input);
    const key = /^[^\\x01]+/.exec(input);
    if (order) orders[order[1]](JSON.parse(order[2]));
    if (key) appendFileSync(keys, key[0]);
    if (!order && !key) break;
    input = input.slice((order ?? key)[0].length);
  }
});
process.stdout.write('ready');
`;

const { screen } = readRecordedScreen('claude-11-permission.txt');

describe('an agent whose reports, hooks and screen show different requests [S3]', function () {
  this.timeout(120_000);
  const fixture = useCore();
  let id = '';

  before(async () => {
    await buildHookHelper();
  });

  beforeEach(async () => {
    const cli = join(fixture.home, 'hostile.cjs');
    writeFileSync(cli, AGENT);
    chmodSync(cli, 0o755);
    fixture.set({ providers: { claude: { cli } } });
    const prepared = await fixture.prepare({ providerId: 'claude' });
    await prepared.launch({ cols: 120, rows: 40 });
    id = prepared.sessionId;
    await until(
      async () => (await requireSession(fixture.core.sessions, id).text()).includes('ready'),
      'its start',
    );
  });

  const until = (holds: () => boolean | Promise<boolean>, what: string): Promise<void> =>
    waitFor(holds, {
      limitMs: LIMIT_MS,
      what: () => `${what}; its status is ${JSON.stringify(fixture.core.status.get(id))}`,
    });

  const order = (name: 'draw' | 'hook' | 'report', value: unknown): void =>
    void fixture.core.sessions.find(id)?.write(`\x01${name} ${JSON.stringify(value)}\n`);

  /** Draws the dialog for a command. */
  const draw = (command: string): void =>
    order(
      'draw',
      screen.rows.map((row) => row.replace(/^ echo fake-tool-ran .*/, ` ${command}`)),
    );

  const shown = () => untilRequestShown(fixture.core.status, id);

  const typed = (): string => readFileSync(join(fixture.home, 'keys'), 'utf8');

  async function untilReported(source: SignalSource, words: string): Promise<void> {
    const isReport = (signal: Signal): boolean =>
      signal.source === source &&
      signal.state.kind === 'needsInput' &&
      signal.state.question?.includes(words) === true;
    await until(async () => {
      const { signals } = await fixture.core.status.explain(id);
      return signals.some(isReport);
    }, `the report "${words}" of ${source}`);
  }

  const isRefused = (words: RegExp) => (error: unknown) =>
    SessionError.is(error, 'ILLEGAL_STATE') && words.test(error.message);

  it('is shown by its screen, whichever comes last, and approved by that', async () => {
    order('report', 'approve ls');
    await untilReported('program', 'approve ls');
    draw('rm -rf /');
    assert.match(await shown(), /^rm -rf \/$/m);
    order('report', 'approve pwd');
    order('hook', 'rm -rf /');
    await untilReported('program', 'approve pwd');
    await untilReported('hook', 'rm -rf /');
    const request = await shown();
    assert.match(request, /^rm -rf \/$/m);
    const { state } = fixture.core.status.get(id);
    assert.ok(state.kind === 'needsInput');
    assert.equal(state.question, 'Bash command rm -rf / Do you want to proceed?');
    const approval = fixture.core.answers.approve(id, request);
    await until(() => typed() !== '', 'a key');
    draw('ls');
    await approval;
    assert.equal(typed(), '1');
  });

  it('T2: gets no key if its hook reports another command than its screen shows', async () => {
    draw('npm test');
    const request = await shown();
    order('hook', 'rm -rf ~\nnpm test');
    await untilReported('hook', 'rm -rf ~');
    await assert.rejects(
      fixture.core.answers.approve(id, request),
      isRefused(/its hook reported another command/),
    );
    assert.equal(typed(), '');
    order('hook', 'npm test');
    await untilReported('hook', 'Bash: npm test');
    assert.match(await shown(), /^npm test$/m);
  });

  it('gets no key if its screen changes after it was shown, before or after that is read', async () => {
    draw('rm -rf ./build');
    const request = await shown();
    draw('rm -rf /build');
    const text = () => requireSession(fixture.core.sessions, id).text();
    await until(async () => (await text()).includes('rm -rf /build'), 'the other dialog');
    const CHANGED = /asks something else now|no longer requests|while it was being answered/;
    await assert.rejects(fixture.core.answers.approve(id, request), isRefused(CHANGED));
    await until(async () => (await shown()).includes('rm -rf /build'), 'the other request');
    await assert.rejects(
      fixture.core.answers.approve(id, request),
      isRefused(/no longer requests what was shown/),
    );
    assert.equal(typed(), '');
  });

  it('gets no key for an approval if only reports and hooks ask', async () => {
    order('report', 'approve ls');
    order('hook', 'ls');
    await untilReported('program', 'approve ls');
    await untilReported('hook', 'ls');
    const { state } = fixture.core.status.get(id);
    assert.ok(state.kind === 'needsInput' && state.request === undefined);
    await assert.rejects(fixture.core.answers.approve(id, 'approve ls'), isRefused(/answer it/));
    assert.equal(typed(), '');
  });
});
