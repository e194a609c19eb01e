import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { AgentTerminals } from '../../../src/client/agentTerminals';
import { connect } from '../../../src/client/connect/connect';
import type { RemoteSession } from '../../../src/client/session/remoteSession';
import type { SessionEnd } from '../../../src/client/session/sessionEnd';
import type { SessionOptions } from '../../../src/client/sessionOptions';
import { DroppingProxy } from '../../support/host/droppingProxy';
import { useApi } from '../../support/api/useApi';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 10_000;

/** Prints each input line, the size of its terminal on request, and each Ctrl-C. */
const ECHO = `trap 'echo interrupted' INT; echo ready
while :; do read -r line || continue; case $line in size) stty size;; exit*) exit "\${line#exit }";; *) echo "heard $line";; esac; done`;

describe('the client, with a window', () => {
  const api = useApi();
  let readOutputs: () => number;
  let proxy: DroppingProxy;
  let terminals: AgentTerminals;

  beforeEach(async () => {
    readOutputs = api.countReadOutputs();
    proxy = new DroppingProxy(api.socket);
    await proxy.replace();
    terminals = connect({
      cwd: api.fixture.folder,
      env: { AGENT_TERMINALS_HOME: join(api.windows, '..') },
    });
  });

  afterEach(() => proxy.close());

  class Seen {
    text = '';
    readonly events: string[] = [];
    end: SessionEnd | undefined;

    readonly options = {
      onData: (bytes) => (this.text += Buffer.from(bytes).toString('utf8')),
      onExit: (code) => this.events.push(`exit ${code}`),
      onReconnecting: (attempt, max) => this.events.push(`reconnecting ${attempt}/${max}`),
      onReconnect: () => {
        this.events.push('reconnected');
        this.text = '';
      },
      onClose: (end) => {
        this.end = end;
        this.events.push(`close ${end.reason}`);
      },
    } satisfies SessionOptions;

    untilShown(words: string): Promise<void> {
      return waitFor(() => this.text.includes(words), {
        limitMs: LIMIT_MS,
        what: () => `${words} in ${JSON.stringify(this.text)}`,
      });
    }

    untilEvent(words: string): Promise<void> {
      return waitFor(() => this.events.includes(words), {
        limitMs: LIMIT_MS,
        what: () => `${words} among ${this.events.join(', ')}`,
      });
    }
  }

  async function openEcho(options: SessionOptions = {}): Promise<[RemoteSession, Seen]> {
    const seen = new Seen();
    const session = await terminals.open({
      ...{ exec: '/bin/sh', args: ['-c', ECHO], ...seen.options, ...options },
    });
    await seen.untilShown('ready');
    return [session, seen];
  }

  it('opens a program, types into it, and reports its exit once', async () => {
    const [session, seen] = await openEcho({ cols: 100, rows: 30 });
    session.write('häl');
    session.write(new TextEncoder().encode('lo\n'));
    await seen.untilShown('heard hällo');
    session.write('size\n');
    await seen.untilShown('30 100');
    session.resize({ cols: 120, rows: 40 });
    session.write('size\n');
    await seen.untilShown('40 120');
    session.signal('SIGINT');
    await seen.untilShown('interrupted');
    session.write('exit 7\n');
    await seen.untilEvent('close exit');
    assert.deepEqual(
      [seen.events, seen.end],
      [['exit 7', 'close exit'], { reason: 'exit', exitCode: 7 }],
    );
  });

  it('yields the lines of one session until its program ends', async () => {
    const [session, seen] = await openEcho();
    const [other] = await openEcho();
    const { sessionId } = session;
    const lines: string[] = [];
    const reading = (async () => {
      for await (const line of terminals.lines(sessionId)) {
        lines.push(line);
      }
    })();
    await waitFor(() => readOutputs() === 2, { limitMs: LIMIT_MS, what: 'the lines to be read' });
    other.write('other\n');
    session.write('one\n');
    await seen.untilShown('heard one');
    session.write('exit 3\n');
    await reading;
    assert.deepEqual(
      lines.filter((line) => line.startsWith('heard')),
      ['heard one'],
    );
    const ended = await terminals.lines(sessionId).next();
    assert.deepEqual(ended, { done: true, value: undefined }, 'it has ended before');
    await assert.rejects(terminals.lines('none').next(), { code: 'SESSION_NOT_FOUND' });
  });

  it('types bytes unchanged', async () => {
    const seen = new Seen();
    const script = 'stty raw -echo; printf ready; head -c 5 | od -An -tx1; exit';
    const session = await terminals.open({
      exec: '/bin/sh',
      args: ['-c', script],
      ...seen.options,
    });
    await seen.untilShown('ready');
    session.write(new Uint8Array([0x00, 0xff, 0x80]));
    session.write(new Uint8Array([0xc3, 0x28]));
    await seen.untilShown('00 ff 80 c3 28');
    await seen.untilEvent('close exit');
  });

  it('leaves the program running when it detaches, and redraws the screen when it attaches again', async () => {
    const [session, seen] = await openEcho();
    session.write('before\n');
    await seen.untilShown('heard before');
    session.detach();
    assert.deepEqual(seen.events, ['close detach']);
    assert.throws(() => session.write('x'), { code: 'DETACHED' });
    const { sessions } = await terminals.list();
    const [listed] = sessions;
    assert.deepEqual([listed?.sessionId, listed?.running], [session.sessionId, true]);
    const later = new Seen();
    const again = await terminals.attach({ sessionId: session.sessionId, ...later.options });
    await later.untilShown('heard before');
    again.write('exit 0\n');
    await later.untilEvent('close exit');
  });

  it('ends a session for all viewers', async () => {
    const [session, seen] = await openEcho();
    await terminals.close({ sessionId: session.sessionId });
    await seen.untilEvent('close kill');
    assert.equal((await terminals.list()).sessions.length, 0);
    assert.throws(() => session.write('x'), { code: 'SESSION_EXITED' });
  });

  it('ends the program by SIGKILL', async () => {
    const [session, seen] = await openEcho();
    session.signal('SIGKILL');
    await waitFor(() => seen.end !== undefined, { limitMs: LIMIT_MS, what: 'the end' });
    assert.ok(['exit', 'kill'].includes(seen.end?.reason ?? ''), seen.events.join());
  });

  it('attaches again after a lost connection, redraws the screen, and sends queued input once', async () => {
    const [session, seen] = await openEcho({ reconnect: { baseDelayMs: 300 } });
    session.write('before\n');
    await seen.untilShown('heard before');
    proxy.drop();
    await seen.untilEvent('reconnecting 1/5');
    session.write('mean');
    session.write('while\n');
    await seen.untilEvent('reconnected');
    await seen.untilShown('heard before');
    await seen.untilShown('heard meanwhile');
    session.write('after\n');
    await seen.untilShown('heard after');
    assert.equal(seen.text.split('heard meanwhile').length, 2);
    assert.deepEqual(seen.events, ['reconnecting 1/5', 'reconnected']);
    session.detach();
  });

  it('reports an exit that happened without a connection', async () => {
    const [session, seen] = await openEcho({ reconnect: { baseDelayMs: 300 } });
    proxy.isDown = true;
    proxy.drop();
    await seen.untilEvent('reconnecting 1/5');
    api.core.sessions.find(session.sessionId)?.write('exit 4\n');
    await waitFor(() => api.core.sessions.get(session.sessionId)?.state === 'terminated', {
      limitMs: LIMIT_MS,
      what: 'the program to exit',
    });
    proxy.isDown = false;
    await waitFor(() => seen.end !== undefined, { limitMs: LIMIT_MS, what: 'the end' });
    assert.deepEqual(seen.end, { reason: 'exit', exitCode: 4 });
    assert.equal(seen.events.filter((one) => one.startsWith('exit')).join(), 'exit 4');
  });

  const refused: readonly (readonly [string, () => Promise<unknown>, string])[] = [
    [
      'a session that does not exist',
      () => terminals.attach({ sessionId: 'shell-main-none' }),
      'SESSION_NOT_FOUND',
    ],
    [
      'an id that is a path',
      () => terminals.attach({ sessionId: '../../x?y#z' }),
      'SESSION_NOT_FOUND',
    ],
    [
      'the end of a session that does not exist',
      () => terminals.close({ sessionId: 'none' }),
      'SESSION_NOT_FOUND',
    ],
    [
      'a directory that does not exist',
      () => terminals.open({ cwd: '/nowhere/at/all' }),
      'CWD_NOT_FOUND',
    ],
    ['an unknown provider', () => terminals.open({ provider: 'nobody' }), 'PROVIDER_NOT_FOUND'],
    ['a size of 0 x 0', () => terminals.open({ exec: '/bin/sh', cols: 0, rows: 0 }), 'BAD_REQUEST'],
    [
      'a label that is not text',
      () => terminals.open(JSON.parse('{"label":5}') as object),
      'BAD_REQUEST',
    ],
    [
      'a prompt of two megabytes',
      () => terminals.prompt('none', 'x'.repeat(2_000_000)),
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'an unknown target to wait for',
      () => terminals.wait('none', { for: ['godot'] }),
      'BAD_REQUEST',
    ],
  ];
  for (const [name, call, code] of refused) {
    it(`is refused ${name}`, () => assert.rejects(call(), { name: 'ClientError', code }));
  }

  it('rejects when the window is closed', async () => {
    proxy.close();
    await assert.rejects(terminals.list(), { code: 'UNREACHABLE' });
    await assert.rejects(terminals.attach({ sessionId: 'x' }), { code: 'UNREACHABLE' });
  });

  it('reads events from the first one, until it is aborted', async () => {
    const [session] = await openEcho();
    const types: string[] = [];
    for await (const event of terminals.events()) {
      types.push(event.type);
      if (event.type === 'session') {
        session.write('exit 0\n');
      }
      if (event.type === 'exit') {
        assert.equal(event['sessionId'], session.sessionId);
        break;
      }
    }
    assert.equal(types[0], 'session');
  });

  it('aborts a call by its signal', async () => {
    const [session] = await openEcho();
    const leaving = new AbortController();
    const waiting = terminals.wait(session.sessionId, { for: ['exit'], signal: leaving.signal });
    leaving.abort(new Error('Enough.'));
    await assert.rejects(waiting, /Enough\./);
  });
});
