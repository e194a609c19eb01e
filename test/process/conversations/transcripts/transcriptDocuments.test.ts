import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DiskTranscripts } from '../../../../src/conversations/transcripts/diskTranscripts';
import type { TranscriptLocation } from '../../../../src/conversations/transcripts/transcripts';
import { providerOf, toLines } from '../../../support/agents/transcriptLines';

const MB = 1024 ** 2;

describe('DiskTranscripts of CLIs with other files than one of lines for each id', () => {
  let home: string;
  let transcripts: DiskTranscripts;

  beforeEach(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'agent-terminals-documents-')));
    transcripts = new DiskTranscripts(home);
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const locate = (id: string): TranscriptLocation => ({
    provider: providerOf(id),
    cwd: home,
    env: { HOME: home },
  });

  async function write(path: readonly string[], text: string): Promise<void> {
    const file = join(home, ...path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  it('finds a conversation among others by the id in its records, if file names have none', async () => {
    await write(['.gemini', 'projects.json'], JSON.stringify({ projects: { [home]: 'app' } }));
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const [day, sessionId] of ids.entries()) {
      const name = `session-2026-01-0${day + 1}.jsonl`;
      const text = toLines([{ sessionId, kind: 'main' }]);
      await write(['.gemini', 'tmp', 'app', 'chats', name], text);
    }
    const location = locate('gemini');
    const found = await Promise.all(ids.map((id) => transcripts.find(location, id)));
    assert.deepEqual(
      found.map((one) => typeof one === 'object' && one.id),
      ids,
    );
    assert.equal(await transcripts.find(location, randomUUID()), undefined);
  });

  it('omits a document of more than 4 MB, which it would have to read as a whole', async () => {
    const text = JSON.stringify({ workspaceDirectory: home, history: [] });
    const [small, large] = [randomUUID(), randomUUID()];
    await write(['.continue', 'sessions', `${small}.json`], text.padEnd(MB));
    await write(['.continue', 'sessions', `${large}.json`], text.padEnd(5 * MB));
    const listed = await transcripts.list(locate('continue'));
    assert.deepEqual(
      listed.map(({ id }) => id),
      [small],
    );
  });
});
