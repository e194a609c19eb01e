import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { quoteForShell } from '../../../src/pty/shell/quoteForShell';
import { showRows } from '../../support/pty/terminalState';
import { useApi } from '../../support/api/useApi';
import { waitFor } from '../../support/waitFor';

/** Writes 4 MB: more than waits for a viewer that does not read, but in less time than it may read nothing. */
const FLOOD = `yes ${'0123456789'.repeat(7)} | head -c 4000000`;
/** The most that a viewer receives which did not read meanwhile: what the server and the system hold for it. */
const MOST_RECEIVED = 3_000_000;

describe('the WebSockets of the API', function () {
  this.timeout(120_000);
  const api = useApi();
  const { call, open, sh, shows } = api;

  describe('of a session', () => {
    const attach = (id: string, query = '') => open(`/api/sessions/${id}/attach${query}`);

    it('sends the screen first, then all output, and accepts keystrokes', async () => {
      const { id } = await sh('stty -echo; echo before; read -r x; echo "heard $x é🙂"; read -r x');
      await shows(id, 'before');
      const seen = attach(id);
      await seen.until(({ bytes }) => bytes.includes('before'), 'the screen');
      assert.deepEqual(seen.texts[0], { attached: { sessionId: id, cols: 80, rows: 24 } });
      seen.socket.send(Buffer.from('yö🙂\r'));
      await seen.until(({ bytes }) => bytes.includes('heard yö🙂 é🙂'), 'the typed text');
    });

    it('sends the bytes that the program writes, also those that are not text', async () => {
      const { id } = await sh(
        "stty -echo raw; printf before; read -r x; printf '\\377\\376A\\303'; sleep 0.1; printf '\\251B\\200end'; read -r x",
      );
      await shows(id, 'before');
      const seen = attach(id);
      await seen.until(({ bytes }) => bytes.includes('before'), 'the screen');
      const parts: Buffer[] = [];
      seen.socket.on('message', (data: Buffer, isBinary) => isBinary && parts.push(data));
      seen.socket.send(Buffer.from('\n'));
      await seen.until(({ bytes }) => bytes.includes('end'), 'the written bytes');
      const expected = Buffer.from('fffe41c3a94280656e64', 'hex');
      assert.deepEqual(Buffer.concat(parts), expected);
    });

    it('sets the size of the session, at first and when it changes', async () => {
      const { id } = await sh('while read -r x; do stty size; done');
      const seen = attach(id, '?cols=101&rows=31');
      await seen.until(({ isOpen }) => isOpen, 'the WebSocket');
      seen.socket.send(Buffer.from('\r'));
      await seen.until(({ bytes }) => bytes.includes('31 101'), 'the first size');
      seen.socket.send(JSON.stringify({ resize: { cols: 77, rows: 22 } }));
      seen.socket.send(Buffer.from('\r'));
      await seen.until(({ bytes }) => bytes.includes('22 77'), 'the second size');
    });

    it('neither loses nor repeats output that is written while attaching', async () => {
      const { id } = await sh(
        'i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo "n$i."; done; read -r x',
        {
          cols: 80,
          rows: 24,
        },
      );
      const seen = attach(id);
      await seen.until(({ bytes }) => numbersShown(bytes).at(-1) === 3000, 'the last line');
      const [first = 0, ...others] = numbersShown(seen.bytes);
      assert.deepEqual(
        others,
        others.map((_, index) => first + 1 + index),
      );
    });

    it('sends the exit, and closes', async () => {
      const { id } = await sh('read -r x; exit 3');
      const seen = attach(id);
      await seen.until(({ isOpen }) => isOpen, 'the WebSocket');
      seen.socket.send(Buffer.from('\r'));
      await seen.until(({ closed }) => closed, 'the close');
      assert.deepEqual(seen.texts.at(-1), {
        exit: { exitCode: 3, signal: null, agentExitCode: null },
      });
      assert.deepEqual(seen.closed, { code: 1000, reason: 'exit' });
      const late = attach(id);
      await late.until(({ closed }) => closed, 'the close of a late viewer');
      assert.deepEqual(late.closed, { code: 1000, reason: 'exit' });
    });

    const enders: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
      'a caller': (id) => call('DELETE', `/api/sessions/${id}`),
      'a person in the window': async (id) => api.core.sessions.find(id)?.kill(),
    };
    for (const [who, end] of Object.entries(enders)) {
      it(`closes with the reason if ${who} ends the session`, async () => {
        const { id } = await sh('read -r x');
        const seen = attach(id);
        await seen.until(({ isOpen }) => isOpen, 'the WebSocket');
        await end(id);
        await seen.until(({ closed }) => closed, 'the close');
        assert.deepEqual(seen.closed, { code: 1000, reason: 'kill' });
      });
    }

    it('leaves the session running when it detaches or breaks the connection', async () => {
      const { id } = await sh('read -r x');
      const seen = attach(id);
      await seen.until(({ isOpen }) => isOpen, 'the WebSocket');
      seen.socket.send(JSON.stringify({ detach: true }));
      await seen.until(({ closed }) => closed, 'the close');
      assert.deepEqual(seen.closed, { code: 1000, reason: 'detach' });
      const other = attach(id);
      await other.until(({ isOpen }) => isOpen, 'the WebSocket');
      other.socket.terminate();
      await waitFor(() => api.core.sessions.get(id)?.attachedCount === 0, {
        limitMs: 5_000,
        what: 'the viewers to detach',
      });
      assert.equal(api.core.sessions.get(id)?.exitCode, null);
      const signalled = attach(id);
      await signalled.until(({ isOpen }) => isOpen, 'the WebSocket');
      signalled.socket.send(JSON.stringify({ signal: 'SIGKILL' }));
      await signalled.until(({ closed }) => closed, 'the close');
      assert.equal(signalled.closed?.code, 1000);
    });

    for (const [what, message] of Object.entries({
      'no JSON': '{',
      'no control': '{"resize":5}',
      'an unknown control': '{"kill":true}',
      'two controls at once': '{"detach":true,"signal":"SIGINT"}',
    })) {
      it(`closes on ${what}`, async () => {
        const { id } = await sh('read -r x');
        const seen = attach(id);
        await seen.until(({ isOpen }) => isOpen, 'the WebSocket');
        seen.socket.send(message);
        await seen.until(({ closed }) => closed, 'the close');
        assert.deepEqual(seen.closed, { code: 1008, reason: 'BAD_REQUEST' });
        assert.equal(api.core.sessions.get(id)?.state !== 'terminated', true);
      });
    }

    it('refuses invalid requests before it opens', async () => {
      const { id } = await sh('read -r x');
      for (const [path, status, code] of [
        ['/api/sessions/no-main-x/attach', 404, 'SESSION_NOT_FOUND'],
        [`/api/sessions/${id}/attach?cols=x`, 400, 'BAD_REQUEST'],
        [`/api/sessions/${id}/attach?more=1`, 400, 'BAD_REQUEST'],
        [`/api/sessions/${id}/attach?cols=80`, 400, 'BAD_REQUEST'],
        [`/api/sessions/${id}/attach?rows=24`, 400, 'BAD_REQUEST'],
        [`/api/sessions/${id}/attach?cols=0&rows=24`, 400, 'BAD_REQUEST'],
        [`/api/sessions/${id}`, 404, 'NOT_FOUND'],
        ['/', 404, 'NOT_FOUND'],
      ] as const) {
        const seen = open(path);
        await seen.until(({ refused }) => refused, 'the refusal');
        assert.deepEqual([path, seen.refused], [path, { status, code }]);
      }
    });

    it('does not block a program whose viewer does not read, and redraws the viewer later', async () => {
      const written = join(api.makeDirectory('flood'), 'written');
      const end = `: >${quoteForShell(written)}; echo the end; read -r x`;
      const { id } = await sh(`${FLOOD}; ${end}`);
      const seen = attach(id, '?scrollback=0');
      await seen.until(({ byteCount }) => byteCount > 1000, 'the first rows');
      seen.socket.pause();
      const { heapUsed } = process.memoryUsage();
      // Repeated reads of the screen would parse all of it.
      await waitFor(() => existsSync(written), { limitMs: 60_000, what: 'the end of the flood' });
      await shows(id, 'the end');
      assert.ok(process.memoryUsage().heapUsed - heapUsed < 64 * 1024 * 1024);
      const before = seen.byteCount;
      seen.socket.resume();
      await seen.until(({ bytes }) => bytes.includes('the end'), 'the last row');
      assert.ok(seen.byteCount - before < MOST_RECEIVED, `${seen.byteCount - before} bytes came`);
    });

    it('sends the last screen to a viewer that did not read, after the program has exited', async () => {
      const { id } = await sh(`${FLOOD}; echo the end`);
      const seen = attach(id, '?scrollback=0');
      await seen.until(({ byteCount }) => byteCount > 1000, 'the first rows');
      seen.socket.pause();
      await call('GET', `/api/sessions/${id}/wait?for=exit`);
      seen.socket.resume();
      await seen.until(({ closed }) => closed, 'the close');
      assert.deepEqual(seen.closed, { code: 1000, reason: 'exit' });
      assert.ok(seen.bytes.includes('the end'), seen.bytes.slice(-200));
      const end = { exit: { exitCode: 0, signal: null, agentExitCode: null } };
      assert.deepEqual(seen.texts.at(-1), end);
    });
  });

  describe('of events', () => {
    it('sends states, lines and exits, and accepts prompts', async () => {
      const { id } = await sh(
        'read -r x; printf "a \\033[31mred\\033[m line\\r\\n"; echo "got $x"; exit 4',
      );
      const seen = open('/api/ws');
      await seen.until(({ texts }) => texts.length > 0, 'the states');
      const first = seen.texts[0];
      assert.deepEqual([first?.['type'], first?.['sessionId']], ['session.state', id]);
      const message = { type: 'session.prompt', sessionId: id, prompt: 'hello' };
      seen.socket.send(JSON.stringify(message));
      await seen.until(
        ({ texts }) => texts.some(({ type }) => type === 'session.exit'),
        'the exit',
      );
      const lines = seen.texts
        .filter(({ type }) => type === 'session.output')
        .map(({ data, stream, sessionId }) => [data, stream, sessionId]);
      assert.deepEqual(lines.slice(-2), [
        ['a \x1b[31mred\x1b[m line', 'stdout', id],
        ['got hello', 'stdout', id],
      ]);
      assert.deepEqual(seen.texts.at(-1), { type: 'session.exit', sessionId: id, exitCode: 4 });
    });

    it('answers invalid messages with an error, and continues', async () => {
      const { id } = await sh('read -r x; echo "got $x"; read -r x');
      const seen = open('/api/ws');
      await seen.until(({ isOpen }) => isOpen, 'the WebSocket');
      const messages = [
        '{',
        '[]',
        '{"type":"session.kill","sessionId":"x"}',
        '{"type":"session.prompt","sessionId":"x"}',
        JSON.stringify({ type: 'session.prompt', sessionId: 'no-main-x', prompt: 'x' }),
        JSON.stringify({ type: 'session.prompt', sessionId: id, prompt: ' ' }),
      ];
      messages.forEach((message) => seen.socket.send(message));
      const errors = () => seen.texts.filter(({ type }) => type === 'error');
      await seen.until(() => errors().length === messages.length, 'the errors');
      assert.deepEqual(
        errors()
          .map(({ error }) => (error as { code: string }).code)
          .sort(),
        [...Array<string>(5).fill('BAD_REQUEST'), 'SESSION_NOT_FOUND'],
      );
      seen.socket.send(JSON.stringify({ type: 'session.prompt', sessionId: id, prompt: 'still' }));
      await seen.until(({ texts }) => texts.some(({ data }) => data === 'got still'), 'the line');
    });

    it('closes a socket that does not read', async () => {
      await sh(`while :; do ${FLOOD}; done`);
      const readOutputs = api.countReadOutputs();
      const seen = open('/api/ws');
      await seen.until(({ byteCount }) => byteCount > 1000, 'the first lines');
      assert.equal(readOutputs(), 1);
      seen.socket.pause();
      await waitFor(() => readOutputs() === 0, {
        limitMs: 30_000,
        what: 'the socket to be closed',
      });
      seen.socket.resume();
      await seen.until(({ closed }) => closed, 'the close');
    });

    it('sends no events of other folders for a folder’s token [A39]', async () => {
      const seen = open('/api/ws', { token: api.folderToken });
      await seen.until(({ isOpen }) => isOpen, 'the WebSocket');
      const other = await sh('echo secret', { cwd: api.makeDirectory('other') });
      const own = await sh('echo mine');
      await seen.until(({ texts }) => texts.some(({ data }) => data === 'mine'), 'its own line');
      assert.deepEqual([...new Set(seen.texts.map(({ sessionId }) => sessionId))], [own.id]);
      seen.socket.send(
        JSON.stringify({ type: 'session.prompt', sessionId: other.id, prompt: 'x' }),
      );
      await seen.until(({ texts }) => texts.some(({ type }) => type === 'error'), 'the error');
      const { error } = seen.texts.find(({ type }) => type === 'error') ?? {};
      assert.equal((error as { code: string }).code, 'SESSION_USER_MISMATCH');
    });
  });

  it('close on messages that are too long', async () => {
    const { id } = await sh('read -r x');
    for (const path of ['/api/ws', `/api/sessions/${id}/attach`]) {
      const seen = open(path);
      await seen.until(({ isOpen }) => isOpen, 'the WebSocket');
      seen.socket.send(Buffer.alloc(2 * 1024 * 1024));
      await seen.until(({ closed }) => closed, 'the close');
      assert.equal(seen.closed?.code, 1009);
    }
  });

  it('are closed with the window', async () => {
    const { id } = await sh('read -r x');
    const all = [open('/api/ws'), open(`/api/sessions/${id}/attach`)];
    await Promise.all(all.map((seen) => seen.until(({ isOpen }) => isOpen, 'the WebSocket')));
    await api.fixture.reopen();
    await Promise.all(all.map((seen) => seen.until(({ closed }) => closed, 'the close')));
  });

  it('share a server that closes a thousand incomplete connections, and then responds', async () => {
    const sockets: Socket[] = [];
    let closed = 0;
    for (let index = 0; index < 1000; index++) {
      const socket = connect(api.socket);
      socket.on('error', () => {});
      socket.on('close', () => closed++);
      socket.resume();
      // Half of them begin a request, and do not complete it.
      socket.write(index % 2 === 0 ? 'GET /api/sessions HTTP/1.1\r\n' : '');
      sockets.push(socket);
    }
    await waitFor(() => closed === 1000, {
      limitMs: 30_000,
      what: () => `${closed} of 1000 to be closed`,
    });
    assert.equal((await call('GET', '/api/sessions')).status, 200);
    sockets.forEach((socket) => socket.destroy());
  });
});

/**
 * The numbers on a terminal after `output` was written to it. The output itself may contain a
 * number in two parts: the first in the drawn screen, the rest after it.
 */
function numbersShown(output: string): readonly number[] {
  const rows = showRows(output, { cols: 80, rows: 24 }, 4000);
  return rows.flatMap((row) => [...row.matchAll(/n(\d+)\./g)].map(([, number]) => Number(number)));
}
