import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnswerRecords } from '../../../src/driver/answerRecords';
import { formatRecorded } from '../../../src/driver/recordedAnswer';
import { providerOf, supportOf, toLines } from '../../support/agents/transcriptLines';

const prompt = { type: 'user', message: { content: 'hi' } };
const answerRecord = (text: string) => ({
  type: 'assistant',
  message: { content: [{ type: 'text', text }], stop_reason: 'end_turn' },
});

describe('AnswerRecords', () => {
  let directory = '';
  let path = '';
  let records: AnswerRecords;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'agent-terminals-records-'));
    path = join(directory, 'one.jsonl');
    const provider = providerOf('claude');
    assert.ok(provider.engine.records.kind === 'transcript');
    records = new AnswerRecords(
      {
        transcripts: { find: () => Promise.resolve({ path }) as never },
        conversationOf: () => 'one',
      },
      { provider, cwd: directory, env: {} },
      { answers: provider.engine.records, records: supportOf('claude').records, prompt: 'hi' },
    );
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const read = async () => formatRecorded(await records.read());

  it('skips existing records, and reads each new record once, when it is complete', async () => {
    writeFileSync(path, toLines([answerRecord('old')]));
    await records.begin();
    assert.equal(await read(), '');
    appendFileSync(path, toLines([prompt, answerRecord('new')]));
    assert.equal(await read(), 'new');
    assert.equal(await read(), 'new');
    const line = toLines([answerRecord('more')]);
    appendFileSync(path, line.slice(0, 20));
    assert.equal(await read(), 'new');
    appendFileSync(path, `${line.slice(20)}no JSON\n`);
    assert.equal(await read(), 'new\n\nmore');
  });

  it('follows to another file from its beginning, and discards the first one’s records', async () => {
    await records.begin();
    writeFileSync(path, toLines([prompt, answerRecord('first')]));
    assert.equal(await read(), 'first');
    path = join(directory, 'two.jsonl');
    writeFileSync(path, toLines([answerRecord('second, which is longer than the first one was')]));
    assert.equal(await read(), 'second, which is longer than the first one was');
  });

  it('returns nothing for a file that cannot be read', async () => {
    path = directory;
    await records.begin();
    assert.equal(await read(), '');
  });
});
