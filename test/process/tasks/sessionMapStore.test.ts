import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { SessionMapStore } from '../../../src/tasks/sessionMapStore';

const ENTRY = { uuid: 'u', cwd: '/one' };

describe('SessionMapStore', () => {
  let directory: string;
  let file: string;
  const open = () => new SessionMapStore(directory, systemClock);

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'agent-terminals-map-'));
    file = join(directory, 'pty-session-map.json');
  });

  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('stores conversations for the next window, and removes one', async () => {
    const store = open();
    await store.put('a-main-t', ENTRY);
    await store.put('a-chat-c', { ...ENTRY, uuid: 'v' });
    await store.remove('a-main-t');
    const next = open();
    await next.reload();
    assert.deepEqual([...next.entries], [['a-chat-c', { uuid: 'v', cwd: '/one' }]]);
  });

  it('merges the changes of two windows that write at the same time', async () => {
    const [one, two] = [open(), open()];
    await Promise.all([one.put('a-main-t', ENTRY), two.put('a-main-u', ENTRY)]);
    await one.reload();
    assert.deepEqual([...one.entries.keys()].sort(), ['a-main-t', 'a-main-u']);
  });

  it('moves an unreadable file aside, reports it, and continues', async () => {
    await writeFile(file, '{"a-main-t": {"uu');
    const store = open();
    const problems: string[] = [];
    store.onDidMeetProblem(({ message }) => problems.push(message));
    await store.put('a-main-t', ENTRY);
    assert.match(
      problems.join('\n'),
      /^The list of conversations in .* \(it is not JSON\): .*unreadable-/,
    );
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), { 'a-main-t': ENTRY });
  });
});
