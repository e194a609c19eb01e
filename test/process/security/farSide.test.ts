import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { isErrno } from '../../../src/base/isErrno';
import type { HookEvent } from '../../../src/status/sources/hookEvent';
import { isRunning } from '../../../src/pty/liveAgent';
import { callApi, type ApiAnswer, type ApiCall } from '../../support/api/apiClient';
import { atSocket } from '../../support/api/socketAddress';
import { useCore, type Seen } from '../../support/agents/useCore';
import { remoteDirectoriesOf } from '../../support/pty/remoteDirectories';
import { useSshd } from '../../support/pty/useSshd';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 15_000;
const CONNECTIONS = 50;

/** How many of them may stay open, and within which time the others are cut. */
const MOST_OPEN = 8;
const CUT_MS = 3_000;

/** More than a request may have. */
const BODY_BYTES = 2 * 1024 * 1024;
const HEADER_BYTES = 32 * 1024;

/** A title of an agent that works, which would be a link, and would be read backwards. */
const FORGED_TITLE = '\x1b]2;⠂ [x](command:evil)\u202e\u200b then\x07';

/** A hostile agent on the far side: prints the bytes, or runs the hook, that it is told to. */
const CLI = `#!${process.execPath}
const { spawnSync } = require('node:child_process');
const settings = JSON.parse(process.argv[process.argv.indexOf('--settings') + 1]);
console.log('agent is ready');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [verb, text, event] = line.split(' ');
  if (verb === 'print') {
    process.stdout.write(Buffer.from(text, 'base64'));
  } else {
    const command = settings.hooks[event][0].hooks[0].command;
    spawnSync('/bin/sh', ['-c', command], { input: Buffer.from(text, 'base64') });
  }
  console.log('did ' + verb);
});
`;

describe('the far side of an SSH connection', function () {
  this.timeout(60_000);
  const sshd = useSshd();
  const fixture = useCore();
  let events: HookEvent[] = [];
  let open: Socket[] = [];
  let far = '';
  let seen: Seen = { text: '' };

  beforeEach(async () => {
    events = [];
    open = [];
    const cli = join(sshd.directory, 'cli');
    writeFileSync(cli, CLI);
    chmodSync(cli, 0o755);
    fixture.set({ providers: { claude: { cli } } });
    const { core } = fixture;
    core.onDidReceiveHook((event) => events.push(event));
    const ssh = { target: 'host', sshArgs: sshd.sshArgs, tmux: false };
    const prepared = await fixture.prepare({ providerId: 'claude', options: { ssh } });
    far = prepared.sessionId;
    await prepared.launch();
    seen = await fixture.watch(far);
    await fixture.untilShown(seen, 'agent is ready');
  });

  afterEach(() => open.forEach((socket) => socket.destroy()));

  async function tell(verb: string, text: string, event = ''): Promise<void> {
    seen.text = '';
    const line = [verb, Buffer.from(text).toString('base64'), event].join(' ');
    fixture.core.sessions.find(far)?.write(`${line}\r`);
    await fixture.untilShown(seen, `did ${verb}`);
  }

  /** The socket of the window as it is reached from the far side. */
  const forwarded = (): string => join(remoteDirectoriesOf(sshd.directory)[0] ?? '', 'hook.sock');

  interface SessionFile {
    readonly socket: string;
    readonly token: string;
  }
  const fileOf = (id: string): SessionFile =>
    JSON.parse(
      readFileSync(join(fixture.home, '.agent-terminals', 'hooks', `${id}.json`), 'utf8'),
    ) as SessionFile;

  const post = (socket: string, id: string, call: ApiCall = { body: {} }): Promise<ApiAnswer> => {
    const headers = {
      'X-Agent-Terminals-Token': fileOf(id).token,
      'X-Agent-Terminals-Pty-Id': id,
      'X-Agent-Terminals-Event': 'Stop',
      ...call.headers,
    };
    return callApi(atSocket(socket, '/hook'), 'POST', { ...call, headers });
  };

  /** Starts a session here; returns a function that reports an event of its hooks. */
  async function startLocal(): Promise<() => Promise<number>> {
    const shell = await fixture.core.launcher.prepareShell(fixture.folderRef(), {
      kind: 'new',
      name: 'Here',
    });
    const { id } = await shell.launch();
    const { socket } = fileOf(id);
    return async () => (await post(socket, id)).status;
  }

  it('holds few connections, and keeps no hook here from reporting [A14]', async () => {
    const report = await startLocal();
    const socket = forwarded();
    assert.equal((await post(socket, far)).status, 204);
    let over = 0;
    for (let index = 0; index < CONNECTIONS; index++) {
      const one = connect(socket);
      open.push(one);
      one.on('error', () => {}).on('close', () => over++);
      one.resume();
      one.write(
        index % 2 === 0 ? '' : 'POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
      );
      if (index % 10 === 0) {
        assert.equal(await report(), 204);
      }
    }
    await waitFor(() => open.length - over <= MOST_OPEN, {
      limitMs: CUT_MS,
      what: () => `all but a few connections to be cut; ${open.length - over} are open`,
    });
    assert.equal(await report(), 204);
    open.forEach((one) => one.destroy());
    await waitFor(async () => (await post(socket, far).catch(() => undefined))?.status === 204, {
      limitMs: LIMIT_MS,
      what: 'the hooks of the session to report after the flood',
    });
  });

  it('sends headers and bodies only up to the limits [A15]', async () => {
    const report = await startLocal();
    const socket = forwarded();
    const text = 'x'.repeat(BODY_BYTES);
    // The server closes the connection after its answer, so a caller that still sends may miss that.
    const refuses = async (status: number, call: ApiCall): Promise<void> => {
      const answer = await post(socket, far, call).catch((error: unknown) => {
        assert.ok(isErrno(error, 'EPIPE', 'ECONNRESET'), String(error));
        return { status };
      });
      assert.equal(answer.status, status);
    };
    await refuses(413, { raw: JSON.stringify({ text }) });
    await refuses(431, { body: {}, headers: { big: 'x'.repeat(HEADER_BYTES) } });
    // A body whose length is not announced, or is announced and never sent.
    await refuses(413, { raw: text, headers: { 'transfer-encoding': 'chunked' } });
    await refuses(413, { raw: '{}', headers: { 'content-length': String(2 ** 32) } });
    assert.deepEqual(events, []);
    assert.equal((await post(socket, far)).status, 204);
    assert.equal(await report(), 204);
  });

  it('ends or renames no session by a forged report or title [A16]', async () => {
    const report = await startLocal();
    const directories = remoteDirectoriesOf(sshd.directory);
    const guesses = ['', '0', 'n0', '0'.repeat(32), 'f'.repeat(32), far, ...directories];
    const words = ['exit:0', 'gone', 'nodirectory', '0', '7', 'ready', 'hold', '9999'];
    const forged = guesses.flatMap((nonce) =>
      words.map((word) => `\x1b]7749;${nonce};${word}\x07`),
    );
    const labels = (): readonly string[] => fixture.core.sessions.list().map(({ label }) => label);
    const before = labels();
    for (const one of [...forged, FORGED_TITLE]) {
      await tell('print', one);
    }
    assert.deepEqual(labels(), before);
    const reason = (): string => fixture.core.status.get(far).reason;
    await waitFor(() => reason().includes('[x](command:evil)'), {
      limitMs: LIMIT_MS,
      what: reason,
    });
    assert.doesNotMatch(reason(), /[\p{Cc}\p{Bidi_Control}]/u);
    const found = fixture.core.sessions.list().map((session) => ({
      ...{ isFar: session.id === far, isRunning: isRunning(session) },
      ...{ agentExitCode: session.agentExitCode, notices: session.notices },
    }));
    const running = { isRunning: true, agentExitCode: null, notices: [] };
    assert.deepEqual(
      found.sort((one, other) => Number(other.isFar) - Number(one.isFar)),
      [
        { isFar: true, ...running },
        { isFar: false, ...running },
      ],
    );
    assert.equal(await report(), 204);
  });

  it('chooses no file here that is read [A17]', async () => {
    const secret = 'the words of another conversation';
    const uuid = randomUUID();
    const folder = join(fixture.home, '.claude', 'projects', '-other');
    const path = join(folder, `${uuid}.jsonl`);
    mkdirSync(folder, { recursive: true });
    const content = [{ type: 'text', text: secret }];
    const record = { type: 'assistant', message: { content, stop_reason: 'end_turn' } };
    writeFileSync(path, `${JSON.stringify({ ...record, cwd: '/other', sessionId: uuid })}\n`);
    const { map, transcripts, driver } = fixture.core;
    const found: unknown[] = [];
    const find = transcripts.find.bind(transcripts);
    transcripts.find = async (place, id) => {
      const transcript = await find(place, id);
      found.push(...(transcript ? [transcript] : []));
      return transcript;
    };
    const payload = { session_id: uuid, transcript_path: path, source: 'clear', cwd: '/other' };
    await tell('hook', JSON.stringify(payload), 'SessionStart');
    await waitFor(() => map.get(far)?.uuid === uuid, { limitMs: LIMIT_MS, what: 'the hook event' });
    const asked = driver.ask(far, 'hello', { timeoutMs: 500 });
    const response = await asked.then(
      (result) => result.response,
      (error: unknown) => String(error),
    );
    assert.ok(!response.includes(secret), response);
    assert.deepEqual(found, []);
  });
});
