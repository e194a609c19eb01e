import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { readdirSync } from 'node:fs';
import type { RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import WebSocket, { type ClientOptions } from 'ws';
import { toDisposable } from '../../../src/base/lifecycle';
import type { WindowEntry } from '../../../src/endpoint/windowEntry';
import type { SessionView } from '../../../src/operations/views/sessionView';
import { callApi, type ApiAnswer, type ApiCall } from './apiClient';
import { useCore, useSharedCore } from '../agents/useCore';
import { atSocket, atUrl } from './socketAddress';
import { withCalls } from '../pty/fakeSessions';
import { waitFor } from '../waitFor';

const LIMIT_MS = 20_000;

/** How tests reach the API: at its socket, or at the port that the person has opened. */
type Transport = 'socket' | 'tcp';

/** A core for each test whose API listens, and the means to call it. */
export function useApi(transport: Transport = 'socket'): ApiFixture {
  const core = useCore();
  const fixture = new ApiFixture(core, transport);
  beforeEach(() => fixture.setUp());
  afterEach(() => fixture.tearDown());
  return fixture;
}

/** One core for all tests of a suite, whose API listens. */
export function useSharedApi(): ApiFixture {
  const core = useSharedCore();
  const fixture = new ApiFixture(core, 'socket');
  before(() => fixture.setUp());
  after(() => fixture.tearDown());
  return fixture;
}

class ApiFixture {
  private sockets: WebSocket[] = [];
  entry: WindowEntry | undefined;

  constructor(
    readonly fixture: ReturnType<typeof useCore>,
    private readonly transport: Transport,
  ) {}

  async setUp(): Promise<void> {
    this.sockets = [];
    if (this.transport === 'tcp') {
      this.fixture.set({ 'api.tcp': 'always' });
    }
    await this.update();
  }

  /** Has the core publish its address, and reads it. */
  async update(): Promise<void> {
    await this.fixture.core.api.window.update();
    this.entry = this.readEntry();
  }

  tearDown(): void {
    this.sockets.forEach((socket) => socket.terminate());
  }

  get core() {
    return this.fixture.core;
  }

  /** The path of the window's socket. */
  get socket(): string {
    return this.entry?.socket ?? '';
  }

  /** The address of the port on 127.0.0.1, if one is open. */
  get url(): string {
    return this.entry?.url ?? '';
  }

  /** The options of a request. */
  at(path: string): RequestOptions {
    return this.transport === 'tcp' ? atUrl(this.url, path) : atSocket(this.socket, path);
  }

  /** The token with full access. */
  get token(): string {
    return this.entry?.token ?? '';
  }

  /** The token of the fixture's folder. */
  get folderToken(): string {
    return this.entry?.folders[0]?.token ?? '';
  }

  get windows(): string {
    return join(this.fixture.home, '.agent-terminals', 'windows');
  }

  readEntry(): WindowEntry | undefined {
    const names = existsSync(this.windows) ? readdirSync(this.windows) : [];
    const name = names.find((one) => one.endsWith('.json'));
    return name === undefined
      ? undefined
      : (JSON.parse(readFileSync(join(this.windows, name), 'utf8')) as WindowEntry);
  }

  /** Calls with the owner's token, unless the call has another one. */
  readonly call = (method: string, path: string, call: ApiCall = {}): Promise<ApiAnswer> =>
    callApi(this.at(path), method, { token: this.token, ...call });

  /** Starts a session in the fixture's folder, with further options of the test. */
  readonly create = async (options: object = {}): Promise<SessionView> => {
    const body = { cwd: this.fixture.folder, ...options };
    const { status, json } = await this.call('POST', '/api/sessions', { body });
    assert.equal(status, 201, JSON.stringify(json));
    return json as SessionView;
  };

  /** Starts a script of `/bin/sh`. */
  readonly sh = (script: string, options: object = {}): Promise<SessionView> =>
    this.create({ exec: '/bin/sh', args: ['-c', script], ...options });

  /** The token with which the hooks of a session's agent report. */
  hookToken(id: string): Promise<string> {
    return this.tokenOf(id, 'hook token');
  }

  /** The token with which a session's agent drives others. */
  driveToken(id: string): Promise<string> {
    return this.tokenOf(id, 'token');
  }

  private async tokenOf(id: string, word: string): Promise<string> {
    await this.call('POST', `/api/sessions/${id}/input`, { body: { data: `${word}\r` } });
    let token: string | undefined;
    await waitFor(
      async () => {
        const { text } = await this.call('GET', `/api/sessions/${id}/screen`);
        token = new RegExp(`my ${word}: (\\S+)`).exec(text)?.[1];
        return token !== undefined;
      },
      { limitMs: LIMIT_MS, what: `${id} to print its token` },
    );
    return token ?? '';
  }

  /** Counts the sessions whose output the API reads from now on. */
  countReadOutputs(): () => number {
    const { sessions } = this.core;
    const find = sessions.find.bind(sessions);
    let count = 0;
    sessions.find = (id) => {
      const session = find(id);
      return (
        session &&
        withCalls(session, {
          watchOutput: (listener) => {
            const watch = session.watchOutput(listener);
            count++;
            return toDisposable(() => {
              count--;
              watch.dispose();
            });
          },
        })
      );
    };
    return () => count;
  }

  /** A directory beside the fixture's folder. */
  makeDirectory(name: string): string {
    const path = join(this.fixture.home, name);
    mkdirSync(path);
    return path;
  }

  readonly shows = (id: string, words: string): Promise<void> => {
    let text = '';
    return waitFor(
      async () =>
        (text = (await this.call('GET', `/api/sessions/${id}/screen`)).text).includes(words),
      { limitMs: LIMIT_MS, what: () => `${id} to show ${words}; it shows ${JSON.stringify(text)}` },
    );
  };

  /** A WebSocket, and all that it receives. */
  readonly open = (path: string, options: ClientOptions & { readonly token?: string } = {}) => {
    const { token = this.token, headers, ...others } = options;
    const isTcp = this.transport === 'tcp';
    const base = isTcp ? this.url.replace('http', 'ws') : 'ws://localhost';
    const dial = () => connect(this.socket);
    const socket = new WebSocket(`${base}${path}`, {
      ...(isTcp ? {} : { createConnection: dial }),
      ...others,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    this.sockets.push(socket);
    return new SeenSocket(socket);
  };
}

/** The messages and the end of a WebSocket. */
export class SeenSocket {
  readonly texts: Record<string, unknown>[] = [];
  bytes = '';
  byteCount = 0;
  closed: { readonly code: number; readonly reason: string } | undefined;
  /** The status and the error's code of a WebSocket that was refused. */
  refused: { readonly status: number; readonly code: string } | undefined;
  isOpen = false;

  constructor(readonly socket: WebSocket) {
    socket.on('open', () => (this.isOpen = true));
    socket.on('error', () => {});
    socket.on('message', (data: Buffer, isBinary) => {
      this.byteCount += data.byteLength;
      if (isBinary) {
        this.bytes += data.toString('utf8');
      } else {
        this.texts.push(JSON.parse(data.toString('utf8')) as Record<string, unknown>);
      }
    });
    socket.on('close', (code, reason) => (this.closed ??= { code, reason: reason.toString() }));
    socket.on('unexpected-response', (_, response) => {
      let text = '';
      response.on('data', (part) => (text += part));
      response.on('end', () => {
        const { error } = JSON.parse(text) as { error: { code: string } };
        this.refused = { status: response.statusCode ?? 0, code: error.code };
      });
    });
  }

  readonly until = (condition: (seen: SeenSocket) => unknown, what: string): Promise<void> =>
    waitFor(() => Boolean(condition(this)), {
      limitMs: LIMIT_MS,
      what: () =>
        `${what}; came: ${JSON.stringify(this.texts.slice(-5))} ${JSON.stringify(this.bytes.slice(-500))} ${JSON.stringify(this.closed)} ${JSON.stringify(this.refused)}`,
    });
}
