import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { copyApiConnection } from '../../../src/commands/status/windowCommands';
import { DrivenClaude } from '../../support/agents/drivenCli';
import { fakeWindowActions } from '../../support/views/fakeWorktrees';
import { CommandWorld } from '../../support/views/commandWorld';
import { useApi } from '../../support/api/useApi';
import { waitFor } from '../../support/waitFor';
import { requireSession } from '../../../src/pty/sessionBackend';

/** The prompt whose answer is streamed; here it grows until a part of it was received. */
const STREAMED = 'And the one before?';

/** The answer to the prompt of the line for a WebSocket. */
const LAST_ANSWER = 'Stand-in answer to: And the first?';

describe('the lines of docs/api.md for curl and wscat', function () {
  this.timeout(120_000);
  const api = useApi();
  const claude = new DrivenClaude();

  before(async function () {
    if (spawnSync('curl', ['--version']).status !== 0) {
      this.skip();
    }
    await buildHookHelper();
  });
  beforeEach(() => claude.setUp(api.fixture));
  afterEach(() => claude.tearDown());

  it('find the socket of the window', async () => {
    const [, lines = ''] = /```sh\n(file=[^]*?)```/.exec(readFileSync('docs/api.md', 'utf8')) ?? [];
    assert.match(lines, /--unix-socket/);
    const { home } = api.fixture;
    const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', lines], { env });
    assert.deepEqual(JSON.parse(stdout), { sessions: [] });
  });

  it('work unchanged, after the lines that the command copies', async () => {
    const [, lines = ''] = /```sh\n(auth=[^]*?)```/.exec(readFileSync('docs/api.md', 'utf8')) ?? [];
    const screenOf = async (): Promise<string> => {
      const [session] = api.core.sessions.list();
      return session ? requireSession(api.core.sessions, session.id).text() : '';
    };
    let copied = '';
    const world = new CommandWorld({
      api: api.core.api.window,
      windowActions: fakeWindowActions((event) => (copied = event.replace(/^copy /, ''))),
    });
    await copyApiConnection(world.deps);
    assert.doesNotMatch(lines, /--json/, 'curl supports --json only since 7.82');
    const slow = lines.replace(STREAMED, `${STREAMED} [streamed]`);
    const marked = slow.replace(/^(?:curl|npx)/gm, 'echo; echo ===; $&');
    const script = copied + WSCAT + marked;
    const printed = await runInShell(script, api.fixture.folder, async (output) => {
      const limitMs = 50_000;
      await waitFor(() => output().includes('event: delta'), { limitMs, what: 'a delta' });
      claude.finishAnswers();
      const isAnswered = async () => (await screenOf()).includes(LAST_ANSWER);
      await waitFor(isAnswered, { limitMs, what: LAST_ANSWER });
    });
    const parts = printed.split('\n===\n');
    assert.deepEqual(
      parts.length,
      lines.split('\n').filter((line) => /^(?:curl|npx)/.test(line)).length + 1,
    );
    const [, asked = '', streamed = '', waited = '', screen = '', events = '', ...more] = parts;
    const [messages = '', deleted, page] = more;
    assert.equal(
      (JSON.parse(asked) as { response: string }).response,
      'Stand-in answer to: Review the last commit.',
    );
    assert.match(streamed, /^event: delta\ndata: \{"text":/);
    assert.match(
      streamed,
      /event: done\ndata: \{"response":"Stand-in answer to: And the one before/,
    );
    assert.match(waited, /"activity":\{"kind":"(?:idle|done)"/);
    assert.match(screen, /Stand-in answer to: And the one before\? \[streamed\]/);
    assert.match(events, /^event: session\ndata: /);
    assert.match(messages, /^\{"type":"session\.state"/);
    assert.equal(deleted, '');
    assert.match(page ?? '', /^\{"openapi":"3\.1\.0"/);
    assert.deepEqual(api.core.sessions.list(), []);
  });
});

/** Replaces `npx wscat`, which would download it; the arguments are those of the line. */
const WSCAT = `npx() {
  [ "$1" = wscat ] && shift && node --import "$TSX" "$WSCAT" "$@"
}
`;

/** The output of the script; its input ends when `watch` has settled. */
async function runInShell(
  script: string,
  cwd: string,
  watch: (output: () => string) => Promise<void>,
): Promise<string> {
  const child = spawn('/bin/sh', ['-c', script], {
    cwd,
    env: {
      ...process.env,
      TSX: pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
      WSCAT: resolve('test/support/api/wscat.ts'),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (part) => (printed += part));
  const ended = new Promise((settle) => child.on('close', settle));
  await watch(() => printed).finally(() => child.stdin.end());
  await ended;
  return printed;
}
