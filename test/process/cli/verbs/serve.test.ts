import assert from 'node:assert/strict';
import { join } from 'node:path';
import { useApi } from '../../../support/api/useApi';
import { useCommandLine, type RunningProgram } from '../../../support/api/useCommandLine';
import { waitFor } from '../../../support/waitFor';
import { requireSession } from '../../../../src/pty/sessionBackend';

interface Message {
  readonly id: unknown;
  readonly event?: string;
  readonly text?: string;
  readonly result?: { readonly id?: string; readonly response?: string };
  readonly error?: { readonly code: string };
}

describe('agent-terminals serve --stdio', () => {
  const api = useApi();
  const program = useCommandLine();
  let server: RunningProgram;

  beforeEach(() => {
    const place = { cwd: api.fixture.folder, home: join(api.windows, '..') };
    server = program.start(place, 'serve', '--stdio');
  });

  const messages = (): readonly Message[] =>
    server.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Message);

  async function answerTo(id: unknown): Promise<Message> {
    let found: Message | undefined;
    await waitFor(
      () => (found = messages().find((one) => one.id === id && !one.event)) !== undefined,
      {
        limitMs: 30_000,
        what: () => `an answer to ${String(id)} in ${server.stdout}, beside ${server.stderr}`,
      },
    );
    assert.ok(found);
    return found;
  }

  let lastId = 0;
  function call(method: string, params?: object): Promise<Message> {
    const id = ++lastId;
    server.writeInput(`${JSON.stringify({ id, method, params })}\n`);
    return answerTo(id);
  }

  async function startShell(): Promise<string> {
    const script =
      'echo ready; while read -r line; do case $line in size) stty size;; *) echo "heard $line";; esac; done';
    const { result } = await call('start', { exec: '/bin/sh', args: ['-c', script] });
    const id = result?.id ?? '';
    await shows(id, 'ready');
    return id;
  }

  async function shows(id: string, words: string): Promise<void> {
    await waitFor(
      async () => (await requireSession(api.core.sessions, id).text()).includes(words),
      {
        limitMs: 10_000,
        what: words,
      },
    );
  }

  const isListed = (id: string): boolean => api.core.sessions.get(id) !== undefined;

  it('starts a session, types into it, resizes it and closes it', async () => {
    const id = await startShell();
    assert.deepEqual((await call('write', { data: 'hello\r' })).result, {});
    await shows(id, 'heard hello');
    await call('resize', { cols: 111, rows: 33 });
    await call('write', { data: 'size\r' });
    await shows(id, '33 111');
    assert.deepEqual((await call('close')).result, {});
    assert.equal(isListed(id), false);
    assert.deepEqual((await call('close')).result, {});
    const next = await startShell();
    assert.notEqual(next, id);
    assert.equal((await server.finish()).end, 0);
  });

  it('asks its agent, and sends the answer as it grows', async () => {
    await call('start', { provider: 'fake' });
    const { id, result } = await call('ask', { prompt: 'hello', timeoutMs: 30_000 });
    assert.match(result?.response ?? '', /heard: hello/);
    const deltas = messages().filter((one) => one.id === id && one.event === 'delta');
    assert.ok(deltas.every(({ text }) => typeof text === 'string'));
  });

  const ends: readonly (readonly [string, () => void])[] = [
    ['SIGTERM', () => server.child.kill('SIGTERM')],
    ['SIGINT', () => server.child.kill('SIGINT')],
    ['the end of its input', () => server.child.stdin?.end()],
    [
      'the end of its reader',
      () => {
        server.child.stdout?.destroy();
        server.writeInput('{"id":9,"method":"nonsense"}\n'.repeat(20));
      },
    ],
  ];
  for (const [name, end] of ends) {
    it(`ends its session, and itself, at ${name}`, async () => {
      const id = await startShell();
      end();
      await server.ended();
      assert.deepEqual([server.end, server.stderr, isListed(id)], [0, '', false]);
    });
  }

  it('ends a session that is starting', async () => {
    server.writeInput('{"id":1,"method":"start","params":{"provider":"fake"}}\n');
    await server.finish();
    assert.equal(server.end, 0);
    await waitFor(() => api.core.sessions.list().length === 0, {
      limitMs: 10_000,
      what: 'no session to be left',
    });
  });

  it('handles requests after a start once the session exists', async () => {
    const cli = join(api.fixture.home, 'fake agent');
    api.fixture.set({ providers: { fake: { cli, label: 'Fake', idleMs: 300 } } });
    const [started, asked] = await Promise.all([
      call('start', { provider: 'fake' }),
      call('ask', { prompt: 'hello', timeoutMs: 30_000 }),
    ]);
    assert.match(asked.result?.response ?? '', /heard: hello/);
    assert.equal(isListed(started.result?.id ?? ''), true);
    await call('close');
    const script = 'echo ready; read -r line; echo "heard $line"; stty size; sleep 60';
    const [{ result }, resized, written] = await Promise.all([
      call('start', { exec: '/bin/sh', args: ['-c', script] }),
      call('resize', { cols: 111, rows: 33 }),
      call('write', { data: 'hello\r' }),
    ]);
    assert.deepEqual([resized.result, written.result], [{}, {}]);
    await shows(result?.id ?? '', 'heard hello');
  });

  it('closes a session that is starting, and then starts the next one', async () => {
    const [{ result }, closed] = await Promise.all([
      call('start', { provider: 'fake' }),
      call('close'),
    ]);
    assert.deepEqual([closed.result, isListed(result?.id ?? 'none')], [{}, false]);
    assert.deepEqual(api.core.sessions.list(), []);
    await startShell();
  });

  it('reports a failed start once, and SESSION_NOT_FOUND for the requests after it', async () => {
    const [started, asked, closed] = await Promise.all([
      call('start', { cwd: '/nowhere/at/all' }),
      call('ask', { prompt: 'hello' }),
      call('close'),
    ]);
    assert.deepEqual(
      [started.error?.code, asked.error?.code, closed.result],
      ['CWD_NOT_FOUND', 'SESSION_NOT_FOUND', {}],
    );
  });

  it('discards a line that is too long, and continues after it', async () => {
    const megabyte = 'x'.repeat(2 ** 20);
    for (let count = 0; count < 64; count++) {
      server.writeInput(megabyte);
    }
    server.writeInput('\n');
    assert.equal((await answerTo(null)).error?.code, 'PAYLOAD_TOO_LARGE');
    assert.equal((await call('nonsense')).error?.code, 'BAD_REQUEST');
    server.writeInput('{"id":99,"meth');
    server.writeInput('od":"close"}\r\n');
    assert.deepEqual((await answerTo(99)).result, {});
    server.writeInput('{"id":100,"method":"close"}');
    assert.equal((await server.finish()).end, 0);
    assert.deepEqual((await answerTo(100)).result, {});
  });

  it('answers invalid requests with errors and their ids, and continues', async () => {
    server.writeInput('nonsense\n\n  \n');
    assert.equal((await answerTo(null)).error?.code, 'BAD_REQUEST');
    assert.equal((await call('nonsense')).error?.code, 'BAD_REQUEST');
    assert.equal((await call('write', { data: 'x' })).error?.code, 'SESSION_NOT_FOUND');
    assert.equal((await call('ask', { prompt: 'x' })).error?.code, 'SESSION_NOT_FOUND');
    assert.equal((await call('start', { nonsense: 1 })).error?.code, 'BAD_REQUEST');
    assert.equal((await call('start', { cwd: '/nowhere/at/all' })).error?.code, 'CWD_NOT_FOUND');
    await startShell();
    assert.equal((await call('start')).error?.code, 'SESSION_EXISTS');
    assert.equal((await call('resize', { cols: -1, rows: 2 })).error?.code, 'BAD_REQUEST');
    assert.equal((await server.finish()).end, 0);
  });
});
