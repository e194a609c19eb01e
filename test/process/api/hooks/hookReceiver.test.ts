import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ApiServer } from '../../../../src/api/apiServer';
import { EVENTS_PER_WINDOW, WINDOW_MS } from '../../../../src/api/hooks/hookIntake';
import { HookReceiver } from '../../../../src/api/hooks/hookReceiver';
import { SessionTokens } from '../../../../src/api/auth/sessionTokens';
import { API_LIMITS } from '../../../../src/api/limits';
import { WrongTokens } from '../../../../src/api/auth/wrongTokens';
import { systemClock } from '../../../../src/base/clock';
import { nullLogger } from '../../../../src/base/logger';
import type { HookEvent } from '../../../../src/status/sources/hookEvent';
import { ListedSessions } from '../../../support/api/listedSessions';
import { ManualClock } from '../../../support/manualClock';
import { stressSize } from '../../../support/stress';
import { waitFor } from '../../../support/waitFor';

const OWN = 'claude-main-task_1';
const OTHER = 'claude-main-task_2';
const ENDED = 'claude-main-task_3';
const GONE = 'claude-main-task_4';

/** No time limit ends a request that a busy machine receives slowly. */
const PATIENT = { ...API_LIMITS, headersMs: 60_000, requestMs: 60_000 };
/** Slow requests are refused sooner than usual, which shortens the tests. */
const STRICT = { ...API_LIMITS, headersMs: 300, requestMs: 2_000, checkMs: 50, connections: 16 };

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
}

describe('HookReceiver', function () {
  // On a busy machine a flood takes its time.
  this.timeout(180_000);
  let home = '';
  let receiver: HookReceiver;
  let server: ApiServer;
  let driveTokens = new SessionTokens();
  let events: HookEvent[] = [];
  let socketPath = '';
  let tokens: Readonly<Record<string, string>> = {};
  let warnings: string[] = [];
  let limits = PATIENT;
  /** The receiver's clock for counting events: each {@link WINDOW_MS} begins a new count. */
  let clock = new ManualClock();

  beforeEach(async () => {
    clock = new ManualClock();
    home = mkdtempSync(join(tmpdir(), 'agent-terminals-hooks-'));
    const sessions = new ListedSessions({
      [OWN]: 'active',
      [OTHER]: 'idle',
      [ENDED]: 'terminated',
    });
    server = new ApiServer({
      limits,
      logger: nullLogger,
      directory: join(home, 'windows'),
    });
    driveTokens = new SessionTokens();
    receiver = new HookReceiver({
      ...{ home, server, driveTokens, hookTokens: new SessionTokens() },
      wrongTokens: new WrongTokens({
        clock: systemClock,
        logger: { warn: (message) => warnings.push(message) },
      }),
      source: join(home, 'hook.cjs'),
      runtime: process.execPath,
      platform: process.platform,
      sessions,
      clock,
      isAlive: (pid) => pid === process.pid,
      limits,
    });
    events = [];
    warnings = [];
    receiver.onDidReceive((event) => events.push(event));
    const opened = await Promise.all(
      [OWN, OTHER, ENDED, GONE].map(async (id) => [id, await receiver.open(id, 'report')] as const),
    );
    socketPath = opened[0]?.[1].socket ?? '';
    tokens = Object.fromEntries(opened.map(([id, { hookToken }]) => [id, hookToken]));
  });

  afterEach(() => {
    receiver.dispose();
    server.dispose();
    rmSync(home, { recursive: true });
  });

  const headersOf = (ptyId: string, change: Readonly<Record<string, string>> = {}) => ({
    'X-Agent-Terminals-Token': tokens[ptyId] ?? '',
    'X-Agent-Terminals-Pty-Id': ptyId,
    'X-Agent-Terminals-Event': 'Stop',
    ...change,
  });

  /** Posts the body in pieces, each in a separate packet. */
  function post(
    headers: Readonly<Record<string, string>>,
    body: readonly (string | Buffer)[] = ['{}'],
    path = '/hook',
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request({ socketPath, path, method: 'POST', headers });
      sent.on('error', reject);
      sent.on('response', (response) => {
        let text = '';
        response.on('data', (part) => (text += part));
        response.on('end', () => resolve(read(response.statusCode ?? 0, response.headers, text)));
      });
      void writeAll(sent, body);
    });
  }

  it('emits an event of the session that its token belongs to', async () => {
    assert.deepEqual(await post(headersOf(OWN), ['{"a":', '1}']), { status: 204, code: undefined });
    assert.deepEqual(
      events.map(({ at: _, ...event }) => event),
      [{ ptyId: OWN, name: 'Stop', payload: { a: 1 } }],
    );
  });

  it('joins characters that arrive in several packets', async () => {
    const bytes = Buffer.from(JSON.stringify({ text: 'é 日本 🙂' }));
    const pieces = Array.from(bytes, (byte) => Buffer.from([byte]));
    assert.equal((await post(headersOf(OWN), pieces)).status, 204);
    assert.deepEqual(events[0]?.payload, { text: 'é 日本 🙂' });
  });

  const broken = { cut: '{"a":1', nothing: '', text: 'done', html: '<p>', bytes: '\xff\xfe{}' };
  for (const [what, body] of Object.entries(broken)) {
    it(`has no payload if the body is not JSON (${what})`, async () => {
      assert.equal((await post(headersOf(OWN), [Buffer.from(body, 'latin1')])).status, 204);
      assert.deepEqual(
        events.map(({ payload }) => payload),
        [undefined],
      );
    });
  }

  const refused: Readonly<Record<string, () => Promise<Answer>>> = {
    'UNAUTHORIZED 401: a forged token': () =>
      post(headersOf(OWN, { 'X-Agent-Terminals-Token': 'x'.repeat(43) })),
    'UNAUTHORIZED 401: no token': () => post(headersOf(OWN, { 'X-Agent-Terminals-Token': '' })),
    'UNAUTHORIZED 401: an unknown session': () => post(headersOf('claude-main-x')),
    'SESSION_USER_MISMATCH 403: the token of another session': () =>
      post(headersOf(OWN, { 'X-Agent-Terminals-Token': tokens[OTHER] ?? '' })),
    'SESSION_EXITED 410: a session that has ended': () => post(headersOf(ENDED)),
    'SESSION_NOT_FOUND 404: a session that was removed': () => post(headersOf(GONE)),
    'FORBIDDEN_ORIGIN 403: a web page': () =>
      post(headersOf(OWN, { Origin: 'http://127.0.0.1:1234' })),
    'BAD_REQUEST 400: no event': () => post(headersOf(OWN, { 'X-Agent-Terminals-Event': '' })),
    'BAD_REQUEST 400: an invalid event name': () =>
      post(headersOf(OWN, { 'X-Agent-Terminals-Event': '../Stop' })),
    'NOT_FOUND 404: another path': () => post(headersOf(OWN), ['{}'], '/hooks'),
    'PAYLOAD_TOO_LARGE 413: a Content-Length that is too long': () =>
      post(headersOf(OWN, { 'Content-Length': String(10 * 1024 * 1024) }), []),
  };
  for (const [what, send] of Object.entries(refused)) {
    it(`refuses with ${what} [A40]`, async () => {
      const { status, code } = await send();
      assert.equal(`${code} ${status}`, what.replace(/:.*/, ''));
      assert.deepEqual(events, []);
    });
  }

  it('limits guesses, logs once without the token, and still accepts the agent’s token', async () => {
    const guesses = Array.from({ length: 200 }, (_, index) => `guess${index}`);
    const codes: (string | undefined)[] = [];
    for (const guess of guesses) {
      const { code } = await post(headersOf(OWN, { 'X-Agent-Terminals-Token': guess }));
      codes.push(code);
    }
    assert.equal(codes[0], 'UNAUTHORIZED');
    assert.ok(codes.filter((code) => code === 'RATE_LIMITED').length > 100, codes.join());
    assert.equal((await post(headersOf(OWN))).status, 204);
    assert.equal(warnings.length, 1);
    assert.ok(!warnings.join().includes('guess'));
  });

  it('accepts the host name localhost', async () => {
    assert.equal((await post(headersOf(OWN, { Host: 'localhost' }))).status, 204);
  });

  it('takes nested JSON and prototypes as a payload only [A41]', async () => {
    const nested = ['['.repeat(500_000), ']'.repeat(500_000)];
    assert.equal((await post(headersOf(OWN), nested)).status, 204);
    assert.equal((await post(headersOf(OWN), ['{"__proto__":{"planted":1}}'])).status, 204);
    assert.deepEqual([Array.isArray(events[0]?.payload), 'planted' in {}], [true, false]);
  });

  it('refuses the tokens of a session that another window has taken [A43]', async () => {
    const { driveToken = '' } = await receiver.open(OWN, 'drive');
    assert.equal(driveTokens.sessionOf(driveToken), OWN);
    receiver.leave(OWN);
    assert.equal((await post(headersOf(OWN))).code, 'UNAUTHORIZED');
    assert.equal(driveTokens.sessionOf(driveToken), undefined);
  });

  it('refuses 2 MB that arrive in parts, and continues [A41]', async () => {
    const part = Buffer.alloc(64 * 1024, 0x20);
    const parts = Array.from({ length: 32 }, () => part);
    const answer = await post(headersOf(OWN), parts).catch((error: unknown) => error);
    // The request may still be sending when the connection closes.
    assert.ok(answer instanceof Error || (answer as Answer).code === 'PAYLOAD_TOO_LARGE');
    assert.equal((await post(headersOf(OWN))).status, 204);
    assert.equal(events.length, 1);
  });

  describe('with short limits', () => {
    before(() => void (limits = STRICT));
    after(() => void (limits = PATIENT));

    it('closes connections that send slowly, or without end [A41]', async () => {
      const head = `POST /hook HTTP/1.1\r\nHost: localhost\r\n${format(headersOf(OWN))}`;
      const slow = await Promise.all([
        drip('POST /hook HTTP/1.1\r\nHost: x'),
        drip(`${head}Content-Length: 100\r\n\r\n{`),
        drip(`${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`),
      ]);
      await waitFor(() => slow.every(({ closed }) => closed), {
        limitMs: 15_000,
        what: 'the end of connections that send slowly',
      });
      assert.equal((await post(headersOf(OWN))).status, 204);
      assert.equal(events.length, 1);
    });

    it('serves requests while other connections are idle', async () => {
      const idle = await Promise.all(Array.from({ length: 40 }, () => drip('')));
      await waitFor(
        async () => (await post(headersOf(OWN)).catch(() => undefined))?.status === 204,
        {
          limitMs: 20_000,
          what: 'an answer beside 40 idle connections',
        },
      );
      idle.forEach((socket) => socket.destroy());
    });
  });

  it('emits 50 of a flood of events at once, and the last when the next window begins', async () => {
    const count = stressSize({ short: 300, long: 10_000 });
    const lines = Array.from({ length: count }, (_, index) => {
      const body = JSON.stringify({ index });
      return `POST /hook HTTP/1.1\r\nHost: localhost\r\n${format(headersOf(OWN))}Content-Length: ${body.length}\r\n\r\n${body}`;
    });
    const socket = await drip(lines.join(''));
    let answers = 0;
    for await (const line of createInterface({ input: socket })) {
      answers += line.startsWith('HTTP/1.1 204') ? 1 : 0;
      if (answers === count) {
        break;
      }
    }
    assert.deepEqual([answers, events.length], [count, EVENTS_PER_WINDOW]);
    clock.advance(WINDOW_MS);
    assert.deepEqual([events.length, lastIndex(events)], [EVENTS_PER_WINDOW + 1, count - 1]);
    socket.destroy();
  });

  it('emits nothing once it is disposed', async () => {
    receiver.dispose();
    server.dispose();
    await assert.rejects(post(headersOf(OWN)), { code: 'ENOENT' });
    await assert.rejects(receiver.open(OWN, 'report'), /is closed/);
  });

  it('writes private files, and removes them', async () => {
    writeFileSync(join(home, 'hook.cjs'), '');
    const hooks = join(home, 'hooks');
    mkdirSync(hooks, { recursive: true });
    writeFileSync(join(hooks, `${OTHER}.json`), '{"pid":1}');
    writeFileSync(join(hooks, `${OTHER}.settings.json`), '{}');
    mkdirSync(join(hooks, `${OTHER}.plugin`));
    await receiver.removeStaleFiles((id) => id === OTHER);
    const filesOf = (...ids: readonly string[]) =>
      readdirSync(hooks).filter((name) => ids.includes(name.replace(/\..*/, '')));
    assert.equal(filesOf(OTHER).length, 3, 'the files of a running session remain');
    await receiver.removeStaleFiles(() => false);
    const { write } = await receiver.provide(OWN);
    await write('settings.json', '{}');
    await write('plugin/hooks.json', '{}');
    assert.deepEqual(filesOf(OWN, OTHER).sort(), [
      `${OWN}.json`,
      `${OWN}.plugin`,
      `${OWN}.settings.json`,
    ]);
    receiver.dispose();
    server.dispose();
    assert.deepEqual(readdirSync(hooks), []);
  });

  async function drip(text: string): Promise<Socket> {
    const socket = connect(socketPath);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.resume();
    socket.write(text);
    return socket;
  }
});

async function writeAll(sent: ReturnType<typeof request>, body: readonly (string | Buffer)[]) {
  sent.flushHeaders();
  for (const part of body) {
    await new Promise((resolve) => sent.write(part, resolve));
  }
  sent.end();
}

function read(status: number, headers: IncomingHttpHeaders, text: string): Answer {
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  const body = (isJson ? JSON.parse(text) : {}) as { error?: { code?: string; message?: string } };
  assert.equal(typeof body.error?.message, status < 400 ? 'undefined' : 'string');
  return { status, code: body.error?.code };
}

function format(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

function lastIndex(events: readonly HookEvent[]): unknown {
  return (events.at(-1)?.payload as { index?: unknown } | undefined)?.index;
}
