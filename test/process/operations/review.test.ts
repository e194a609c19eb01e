import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useApi } from '../../support/api/useApi';
import { useCommandLine } from '../../support/api/useCommandLine';
import { useRepository } from '../../support/api/useRepository';
import type { Operations } from '../../../src/client/generated/operations';
import type { SessionView } from '../../../src/operations/views/sessionView';

/** An agent that takes pastes and works after Enter. The byte 1 has it ask a question. */
const AGENT = `#!${process.execPath}
if (process.argv[2] === '--version') {
  console.log('1.2.3 (Fake)');
  process.exit();
}
let isPaste = false;
process.stdin.setRawMode(true);
process.stdin.on('data', (data) => {
  for (const part of String(data).split(/(\\x1b\\[20[01]~|[\\x01\\r])/)) {
    if (part.startsWith('\\x1b[20')) isPaste = part === '\\x1b[200~';
    else if (part === '\\x01') process.stdout.write('\\x1b[2J\\x1b[HDeploy now?');
    else if (part !== '\\r' || isPaste) process.stdout.write(part.replace('\\r', '\\n'));
    else process.stdout.write('\\x1b]7501;state=working\\x07\\r\\non it');
  }
});
process.stdout.write('\\x1b[?2004hready');
`;

const TASK = '/api/tasks/Till';

describe('the review of a task by programs', function () {
  this.timeout(60_000);
  const api = useApi();
  const cli = useCommandLine();
  useRepository(() => api.fixture);
  /** The token of an agent of another task. */
  let token = '';
  let reviewer: SessionView;
  let worker: SessionView;

  const write = (text: string): void => writeFileSync(join(api.fixture.folder, 'a file'), text);

  const startWorker = async (): Promise<SessionView> => {
    const session = await api.create({ provider: 'worker', task: 'Till', fresh: true });
    await api.shows(session.id, 'ready');
    return session;
  };

  beforeEach(async () => {
    const file = join(api.fixture.home, 'worker.cjs');
    writeFileSync(file, AGENT);
    chmodSync(file, 0o755);
    const dialog = { id: 'deploy', shows: 'permission', all: ['Deploy now\\?'] } as const;
    const { fake } = api.fixture.rawProviders() as Record<string, { readonly cli: string }>;
    api.fixture.set({
      agentsMayDrive: true,
      providers: { ...(fake && { fake }), worker: { cli: file } },
      statusRules: { worker: [dialog] },
    });
    reviewer = await api.create({ provider: 'fake', task: 'Review', label: 'Reviewer' });
    token = await api.driveToken(reviewer.id);
    worker = await startWorker();
    write('top\ntwo\n');
  });

  const post = (path: string, body: object, whose = api.token) =>
    api.call('POST', `${TASK}/${path}`, { body, token: whose });

  const comment = (line: number, whose = api.token, more: object = {}) =>
    post('comments', { path: 'a file', line, text: 'Use three.', ...more }, whose);

  const read = async (): Promise<Operations['review']['output']> => {
    const { json, status } = await api.call('GET', `${TASK}/review`, { token });
    assert.equal(status, 200, JSON.stringify(json));
    return json as Operations['review']['output'];
  };

  it('has drafts with the lines where they are now, and the agents that wrote them', async () => {
    const { json, status } = await comment(2, token);
    assert.equal(status, 201);
    const old = { side: 'original', text: 'Why not?' };
    assert.equal((await comment(1, api.token, old)).status, 201);
    write('more\ntop\ntwo\n');
    const { id } = json as { readonly id: string };
    const [first, second] = (await read()).drafts;
    const place = { path: 'a file', outdated: false };
    const text = 'Use three.';
    assert.deepEqual(first, {
      ...place,
      id,
      side: 'current',
      line: 3,
      text,
      author: 'agent Reviewer',
    });
    assert.deepEqual([second?.side, second?.line, second?.author], ['original', 1, null]);
    write('more\n');
    assert.equal((await read()).drafts[0]?.outdated, true);
  });

  it('refuses comments on what is not there', async () => {
    writeFileSync(join(api.fixture.folder, 'new'), 'x\n');
    for (const [body, message] of [
      [{ path: 'gone' }, /has not changed a file \\"gone\\"/],
      [{ path: 'new', side: 'original' }, /\\"new\\" has no text on the side \\"original\\"/],
      [{ line: 9 }, /a file has no line 9/],
      [{ line: 2, endLine: 9 }, /a file has no lines 2 to 9/],
      [{ line: 2, endLine: 1 }, /a file has no lines 2 to 1/],
    ] as const) {
      const { code, text } = await comment(1, api.token, body);
      assert.equal(code, 'BAD_REQUEST');
      assert.match(text, message);
    }
    const outside = await comment(1, token, { text: 'As in @~/secret.txt' });
    assert.equal(outside.code, 'SESSION_USER_MISMATCH');
    assert.deepEqual((await read()).drafts, []);
  });

  it('is sent as one prompt to the only agent of the task, also by another agent', async () => {
    await comment(2, token);
    const sent = await post('review/send', {}, token);
    assert.deepEqual(sent.json, { round: 1, session: worker.id });
    await api.shows(worker.id, 'Use three.');
    const { drafts, rounds } = await read();
    assert.deepEqual(drafts, []);
    const [{ prompt = '', ...round } = {}] = rounds.map(({ sentAt: _, ...rest }) => rest);
    const open = { state: 'sent', answer: null, changed: null };
    assert.deepEqual(round, { number: 1, session: worker.id, ...open });
    assert.match(
      prompt,
      /1\. a file, line 2 \(comment of agent Reviewer\)\n> two\n {2}Use three\.$/,
    );
  });

  it('keeps the drafts of the person, if an agent sends it', async () => {
    await comment(2);
    const none = await post('review/send', {}, token);
    assert.equal(none.code, 'BAD_REQUEST');
    assert.match(none.text, /no comments of agents/);
    await comment(1, token);
    assert.equal((await post('review/send', {}, token)).status, 200);
    const { drafts, rounds } = await read();
    assert.deepEqual([drafts.map(({ author }) => author), rounds.length], [[null], 1]);
  });

  it('is sent to one of several agents that is named, and to none of another task', async () => {
    await comment(2);
    const other = await startWorker();
    const none = await post('review/send', {});
    assert.equal(none.code, 'BAD_REQUEST');
    assert.ok(none.text.includes(worker.id) && none.text.includes(other.id), none.text);
    assert.equal((await post('review/send', { session: reviewer.id })).code, 'BAD_REQUEST');
    const itself = await post('review/send', { session: reviewer.id }, token);
    assert.equal(itself.code, 'SESSION_USER_MISMATCH');
    const { json } = await post('review/send', { session: other.id });
    assert.deepEqual(json, { round: 1, session: other.id });
  });

  it('stays a draft while the agent asks a question', async () => {
    await comment(2);
    api.core.sessions.find(worker.id)?.write('\x01');
    await api.shows(worker.id, 'Deploy now?');
    const { code } = await post('review/send', {});
    assert.equal(code, 'AGENT_BLOCKED');
    const { drafts, rounds } = await read();
    assert.deepEqual([drafts.length, rounds], [1, []]);
  });

  it('has marks of the person, and none of an agent', async () => {
    const path = 'a file';
    const { code } = await post('reviewed', { path }, token);
    assert.equal(code, 'SESSION_USER_MISMATCH');
    assert.equal((await post('reviewed', { path: 'gone' })).code, 'BAD_REQUEST');
    assert.deepEqual((await read()).reviewed, []);
    assert.equal((await post('reviewed', { path })).status, 204);
    assert.deepEqual((await read()).reviewed, [path]);
    assert.equal((await post('reviewed', { path, reviewed: false })).status, 204);
    assert.deepEqual((await read()).reviewed, []);
  });

  it('is written, listed and sent by the command line', async () => {
    const run = async (...args: readonly string[]): Promise<string> => {
      const place = { cwd: api.fixture.folder, home: join(api.windows, '..') };
      const { end, stdout, stderr } = await cli.start(place, ...args).finish();
      assert.equal(end, 0, stderr);
      return stdout.trim();
    };
    const id = await run('comment', 'Till', 'a file:1-2', 'Use', 'three.');
    await comment(1, token, { side: 'original', text: 'Why?' });
    await post('reviewed', { path: 'a file' });
    assert.deepEqual(
      (await read()).drafts.map((one) => one.id === id),
      [true, false],
    );
    assert.deepEqual((await run('review', 'Till')).split(/\n/), [
      'draft     a file:1            Use three.',
      'draft     a file:1  original  agent Reviewer: Why?',
      'reviewed  a file',
    ]);
    assert.equal(await run('send-review', 'Till'), `round 1 to ${worker.id}`);
    assert.equal(await run('review', 'Till'), `round 1   ${worker.id}  sent\nreviewed  a file`);
  });
});
