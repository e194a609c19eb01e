import assert from 'node:assert/strict';
import { STDIO_METHODS, type StdioMethod } from '../../../src/cli/stdioRequest';
import type { Core } from '../../../src/main/core';
import { useCore } from '../../support/agents/useCore';
import { useHeadlessCommandLine } from '../../support/api/useHeadlessCommandLine';
import type { RunningProgram } from '../../support/api/useCommandLine';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 30_000;

interface Message {
  readonly id: unknown;
  readonly event?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: string; readonly message: string };
}

describe('serve --stdio without a window', function () {
  this.timeout(90_000);
  const fixture = useCore();
  const cli = useHeadlessCommandLine(fixture);
  let server: RunningProgram;
  let lastId = 0;

  beforeEach(async () => {
    await cli.extension.store();
    await fixture.closeWindow();
    server = cli.start('serve', '--stdio');
  });

  async function call(method: StdioMethod, params?: object): Promise<Message> {
    const id = ++lastId;
    server.writeInput(`${JSON.stringify({ id, method, params })}\n`);
    let found: Message | undefined;
    const find = (): Message | undefined =>
      server.stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Message)
        .find((one) => one.id === id && !one.event);
    await waitFor(() => (found = find()) !== undefined, {
      limitMs: LIMIT_MS,
      what: () => `an answer to ${method} in ${server.stdout}, beside ${server.stderr}`,
    });
    assert.ok(found);
    return found;
  }

  async function start(params: object = { provider: 'fake' }): Promise<string> {
    const { result, error } = await call('start', params);
    assert.equal(error, undefined);
    return String(result?.['id']);
  }

  async function openWindow(): Promise<Core> {
    await fixture.reopen();
    const { core } = fixture;
    await core.leases.start();
    await core.reconnector.whenReconnected();
    await core.api.window.update();
    return core;
  }

  /** What each method does without a window. A new method needs an entry, or this does not compile. */
  const METHODS: Readonly<Record<StdioMethod, () => Promise<void>>> = {
    async open() {
      const { socket, token, folder } = (await call('open')).result ?? {};
      assert.deepEqual([typeof socket, typeof token, folder], ['string', 'string', fixture.folder]);
    },
    async start() {
      const id = await start({ provider: 'fake', task: 'Alone', cols: 90, rows: 20 });
      const [session] = await cli.list();
      assert.deepEqual([session?.id, session?.hasWindow], [id, false]);
      await cli.shows(id, 'size 20 90');
    },
    async ask() {
      await start();
      const { result } = await call('ask', { prompt: 'hello', timeoutMs: LIMIT_MS });
      assert.match(String(result?.['response']), /heard: hello/);
    },
    async write() {
      const id = await start();
      assert.deepEqual((await call('write', { data: 'typed\r' })).result, {});
      await cli.shows(id, 'heard: typed');
    },
    async resize() {
      const script = 'echo ready; while read -r line; do stty size; done';
      const id = await start({ exec: '/bin/sh', args: ['-c', script] });
      await cli.shows(id, 'ready');
      assert.deepEqual((await call('resize', { cols: 111, rows: 33 })).result, {});
      await call('write', { data: '\r' });
      await cli.shows(id, '33 111');
    },
    async close() {
      await start();
      assert.deepEqual((await call('close')).result, {});
      assert.deepEqual(await cli.listIds(), []);
      assert.deepEqual((await call('close')).result, {});
    },
  };

  for (const [method, works] of Object.entries(METHODS)) {
    it(`works with ${method}`, works);
  }

  it('has no method beside these', () => {
    assert.deepEqual(STDIO_METHODS, Object.keys(METHODS));
  });

  it('ends its session at its end', async () => {
    await start();
    assert.equal((await server.finish()).end, 0);
    assert.deepEqual(await cli.listIds(), []);
  });

  it('hands its session to a window that opens, and goes on there', async () => {
    const id = await start();
    const core = await openWindow();
    assert.equal(core.sessions.owns(id), true);
    const { result } = await call('ask', { prompt: 'hello', timeoutMs: LIMIT_MS });
    assert.match(String(result?.['response']), /heard: hello/);
    assert.equal(core.sessions.owns(id), true);
    assert.equal((await server.finish()).end, 0);
    assert.deepEqual(core.sessions.list(), []);
  });

  it('keeps its session while it asks, and leaves it to the window then', async () => {
    const id = await start();
    const asking = call('ask', { prompt: 'works', timeoutMs: 10_000 });
    await cli.shows(id, 'still at work');
    const core = await openWindow();
    assert.equal(core.sessions.owns(id), false);
    assert.deepEqual((await call('write', { data: 'typed' })).result, {});
    assert.equal((await asking).error?.code, 'TIMEOUT');
    assert.deepEqual((await call('close')).result, {});
    assert.deepEqual([core.sessions.list(), core.sessions.listOthers()], [[], []]);
  });

  const refused: readonly (readonly [string, StdioMethod, object, RegExp])[] = [
    ['to show a session', 'start', { provider: 'fake', show: true }, /No window is open/],
    ['another persistence', 'start', { provider: 'fake', persistence: 'window' }, /"host"/],
  ];
  for (const [what, method, params, words] of refused) {
    it(`refuses ${what}`, async () => {
      const { error } = await call(method, params);
      assert.equal(error?.code, 'ILLEGAL_STATE');
      assert.match(error.message, words);
      assert.deepEqual(await cli.listIds(), []);
    });
  }

  it('refuses every method but open and close before a start, with the same code as in a window', async () => {
    for (const method of ['ask', 'write', 'resize'] as const) {
      const params = { prompt: 'x', data: 'x', cols: 80, rows: 24 };
      assert.equal((await call(method, params)).error?.code, 'SESSION_NOT_FOUND');
    }
  });
});

describe('serve --stdio in a folder that no trusted window has stored', function () {
  this.timeout(60_000);
  const fixture = useCore();
  const cli = useHeadlessCommandLine(fixture);

  it('refuses every method that needs sessions [A53]', async () => {
    await fixture.closeWindow();
    const server = cli.start('serve', '--stdio');
    server.writeInput(
      '{"id":1,"method":"open"}\n{"id":2,"method":"start","params":{"provider":"fake"}}\n',
    );
    await waitFor(() => server.stdout.split('\n').length === 3, {
      limitMs: LIMIT_MS,
      what: () => `two answers; it printed ${server.stdout}`,
    });
    const codes = server.stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Message).error?.code);
    assert.deepEqual(codes, ['NO_WINDOW', 'NO_WINDOW']);
    await server.finish();
  });
});
