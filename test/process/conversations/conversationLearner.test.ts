import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { ConversationLearner, type Learning } from '../../../src/conversations/conversationLearner';
import { DiskTranscripts } from '../../../src/conversations/transcripts/diskTranscripts';
import { codexRecords, providerOf, toLines } from '../../support/agents/transcriptLines';
import { waitFor } from '../../support/waitFor';

const LEARN_LIMIT_MS = 5_000;

describe('ConversationLearner with real files', () => {
  let root: string;
  let cwd: string;
  let learner: ConversationLearner;
  let learned: Record<string, string>;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'agent-terminals-learner-'));
    cwd = join(root, 'my app');
    await mkdir(cwd);
    learner = new ConversationLearner(new DiskTranscripts(root), systemClock);
    learned = {};
  });

  afterEach(async () => {
    learner.dispose();
    await rm(root, { recursive: true, force: true });
  });

  const start = (
    name: string,
    directory: string,
    startedAt = systemClock.now(),
    { providerId = 'codex', terminal = '' } = {},
  ): Learning =>
    learner.learn({
      location: { provider: providerOf(providerId), cwd: directory, env: { HOME: root } },
      startedAt,
      begins: 'begins',
      hasConversation: false,
      isOwned: () => false,
      readTerminal: () => Promise.resolve(terminal || undefined),
      onLearned: ({ id }) => {
        learned[name] = id;
        return Promise.resolve(true);
      },
    });

  /** Writes a transcript as the agent does at the first prompt, with the time of its start. */
  async function writeRollout(directory: string, startedAt: number): Promise<string> {
    const id = randomUUID();
    const folder = join(root, '.codex', 'sessions', '2026', '11', '22');
    const meta = { timestamp: new Date(startedAt).toISOString() };
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, `rollout-2026-11-22T02-10-17-${id}.jsonl`),
      toLines(codexRecords(directory, 'Fix it', meta)),
    );
    return id;
  }

  it('learns a conversation in folders that did not exist at the start', async () => {
    const now = systemClock.now();
    await start('a', cwd, now).ready;
    await writeRollout(root, now + 100);
    const id = await writeRollout(cwd, now + 100);
    await waitFor(() => learned['a'] !== undefined, { limitMs: LEARN_LIMIT_MS, what: 'the id' });
    assert.deepEqual(learned, { a: id });
  });

  it('assigns no conversation to two sessions that start at once in one directory, one through a link', async () => {
    const link = join(root, 'link');
    await symlink(cwd, link);
    const now = systemClock.now();
    const sessions = [start('a', cwd, now), start('b', link, now + 10)];
    await Promise.all(sessions.map(({ ready }) => ready));
    await writeRollout(cwd, now + 100);
    await sessions[0]?.end();
    await sessions[1]?.end();
    assert.deepEqual(learned, {});
  });

  describe('of a CLI whose files state the terminal and not the directory', () => {
    const auggie = (terminal: string) => ({ providerId: 'auggie', terminal });

    /** Writes a conversation as Auggie does after its first answer. */
    async function writeAuggie(terminalId: string, folderRoot = root): Promise<string> {
      const sessionId = randomUUID();
      const folder = join(root, '.augment', 'sessions');
      const created = new Date(systemClock.now()).toISOString();
      const nodes = [
        { text_node: { content: 'Fix it' } },
        { ide_state_node: { workspace_folders: [{ folder_root: folderRoot }] } },
      ];
      const chatHistory = [{ exchange: { request_message: 'Fix it', request_nodes: nodes } }];
      await mkdir(folder, { recursive: true });
      await writeFile(
        join(folder, `${sessionId}.json`),
        JSON.stringify({ sessionId, created, chatHistory, terminalId }),
      );
      return sessionId;
    }

    it('assigns each to the session in its terminal, also of the same directory and moment', async () => {
      const now = systemClock.now();
      const sessions = ['/dev/pts/1', '/dev/pts/2', ''].map((terminal, at) =>
        start(`session ${at}`, cwd, now, auggie(terminal)),
      );
      await Promise.all(sessions.map(({ ready }) => ready));
      const [second, first] = [await writeAuggie('/dev/pts/2'), await writeAuggie('/dev/pts/1')];
      await writeAuggie('/dev/pts/3');
      for (const session of sessions) {
        await session.end();
      }
      assert.deepEqual(learned, { 'session 0': first, 'session 1': second });
    });

    it('assigns none of a repository that does not contain the directory, as in a container', async () => {
      const session = start('session', cwd, systemClock.now(), auggie('/dev/pts/1'));
      await session.ready;
      await writeAuggie('/dev/pts/1', join(root, 'my'));
      await session.end();
      assert.deepEqual(learned, {});
    });

    it('reads the terminal while a session runs, before it has a conversation', async () => {
      let reads = 0;
      learner.learn({
        location: { provider: providerOf('auggie'), cwd, env: { HOME: root } },
        ...{ startedAt: systemClock.now(), begins: 'begins', hasConversation: false },
        isOwned: () => false,
        readTerminal: () => Promise.resolve(void reads++),
        onLearned: () => Promise.resolve(false),
      });
      await waitFor(() => reads > 0, { limitMs: LEARN_LIMIT_MS, what: 'a read' });
    });

    it('assigns none that is older than the session in a terminal that was used before', async () => {
      const session = start('late', cwd, systemClock.now() + 60_000, auggie('/dev/pts/1'));
      await session.ready;
      await writeAuggie('/dev/pts/1');
      await session.end();
      assert.deepEqual(learned, {});
    });
  });

  describe('of a fork that has the time of its original', () => {
    const COMMAND_CODE = { providerId: 'commandcode' };
    const ORIGINAL = '2026-11-22T02:10:17.000Z';

    /** Writes a fork as Command Code does when it starts. */
    async function writeFork(): Promise<string> {
      const id = randomUUID();
      const folder = join(root, '.commandcode', 'projects', 'app');
      const record = { timestamp: ORIGINAL, sessionId: id };
      await mkdir(folder, { recursive: true });
      await writeFile(
        join(folder, `${id}.jsonl`),
        toLines([
          { ...record, type: 'session', cwd },
          { ...record, type: 'message', message: { role: 'user', content: 'Fix it' } },
        ]),
      );
      return id;
    }

    it('learns it in the only session', async () => {
      const session = start('fork', cwd, systemClock.now(), COMMAND_CODE);
      await session.ready;
      const id = await writeFork();
      await session.end();
      assert.deepEqual(learned, { fork: id });
    });

    it('assigns it to no session that is older than the original', async () => {
      const before = start('older', cwd, Date.parse(ORIGINAL) - 1000, COMMAND_CODE);
      const session = start('fork', cwd, systemClock.now(), COMMAND_CODE);
      await Promise.all([before.ready, session.ready]);
      await writeFork();
      await session.end();
      await before.end();
      assert.deepEqual(learned, {});
    });
  });
});
