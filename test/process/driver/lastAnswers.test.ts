import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LastAnswers } from '../../../src/driver/lastAnswers';
import type { ProviderDefinition } from '../../../src/providers/model/providerDefinition';
import { FakeSessions, sessionInfo } from '../../support/pty/fakeSessions';
import { FakeStatus } from '../../support/status/fakeStatus';
import { ManualClock } from '../../support/manualClock';
import { providerOf, toLines } from '../../support/agents/transcriptLines';
import { waitFor } from '../../support/waitFor';

const ID = 'claude-main-t1';
const SESSION = sessionInfo({ id: ID, label: 'Ada' });

const PROMPT = { type: 'user', message: { content: 'hi' } };
const USES = { type: 'assistant', message: { content: [{ type: 'tool_use', input: {} }] } };
const textRecord = (text: string, stop_reason = 'end_turn') => ({
  type: 'assistant',
  message: { content: [{ type: 'text', text }], stop_reason },
});
const resultRecord = (content: string) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', content }] },
});

const SHOWN = ['❯ hi', '', '● Shown.', '─'.repeat(40), '❯ ', '─'.repeat(40)];

describe('LastAnswers', () => {
  let directory = '';
  let path = '';
  let clock: ManualClock;
  let sessions: FakeSessions;
  let status: FakeStatus;
  let provider: ProviderDefinition | undefined;
  let answers: LastAnswers;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'agent-terminals-last-'));
    path = join(directory, 'one.jsonl');
    clock = new ManualClock();
    sessions = new FakeSessions();
    status = new FakeStatus();
    provider = providerOf('claude');
    sessions.put(SESSION);
    sessions.callsOf = () => ({ text: () => Promise.resolve(SHOWN.join('\n')) });
    const location = () => ({ provider: providerOf('claude'), cwd: directory, env: {} });
    answers = new LastAnswers({
      clock,
      conversationOf: () => 'one',
      providerOf: () => provider,
      sessions,
      status,
      transcripts: { find: () => Promise.resolve({ path }) as never },
      transcriptLocationOf: location,
    });
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const write = (...records: readonly unknown[]) => writeFileSync(path, toLines(records));
  const read = (session = SESSION) => answers.read(session);

  it('reads the end of a long transcript', async () => {
    const early = Array.from({ length: 40 }, () => [USES, resultRecord('x'.repeat(100_000))]);
    write(PROMPT, ...early.flat(), textRecord('One,\n  two.\n\n```\n\tthree\n```'));
    assert.deepEqual(await read(), {
      text: 'One,\n  two.\n\n```\n\tthree\n```',
      source: 'transcript',
    });
  });

  it('reads an answer of 5 MB whole, also below longer output of tools', async () => {
    const text = 'A long answer, é. '.repeat(300_000).trim();
    write(PROMPT, textRecord(text));
    assert.equal((await read()).text, text);
    const output = resultRecord('x'.repeat(9_000_000));
    write(PROMPT, textRecord(text, 'tool_use'), USES, output, USES);
    assert.equal((await read()).text, text);
  });

  it('reads the answer of a session that has ended, or is only listed', async () => {
    write(PROMPT, textRecord('Done.'));
    sessions.put({ ...SESSION, state: 'terminated', exitCode: 0 });
    assert.equal((await read()).text, 'Done.');
    const listed = { ...SESSION, id: 'claude-chat-c9' };
    assert.equal((await read(listed)).text, 'Done.');
  });

  it('waits a second at most for an agent at rest to write its answer', async () => {
    write(PROMPT, textRecord('Old.'), PROMPT);
    status.put(ID, { kind: 'done' });
    const late = read();
    await readAgain(3);
    await hasRead();
    appendFileSync(path, toLines([textRecord('New.')]));
    clock.advance(50);
    assert.equal((await late).text, 'New.');
    appendFileSync(path, toLines([PROMPT, USES]));
    const never = read();
    await readAgain(20);
    const notice = 'Its last answer may not be written yet.';
    assert.deepEqual(await never, { text: 'New.', source: 'transcript', notice });
  });

  it('reads the transcript again only if it has changed', async () => {
    write(textRecord('Old.'), PROMPT);
    const time = new Date();
    utimesSync(path, time, time);
    status.put(ID, { kind: 'done' });
    const unchanged = read();
    await hasRead();
    // As large and as old, so that only a read would show it.
    write(textRecord('New.'), PROMPT);
    utimesSync(path, time, time);
    await readAgain(20);
    assert.equal((await unchanged).text, 'Old.');
  });

  it('does not wait while the agent works', async () => {
    write(PROMPT, textRecord('I look.', 'tool_use'), USES);
    status.put(ID, { kind: 'working' });
    assert.equal((await read()).text, 'I look.');
  });

  it('fails if the agent has not answered yet, also if it has only used tools', async () => {
    const expected = { code: 'ILLEGAL_STATE', message: /^Ada has not answered yet/ };
    for (const records of [[], [PROMPT, USES, resultRecord('ran')]]) {
      write(...records);
      await assert.rejects(read(), expected);
    }
  });

  it('fails for a shell', async () => {
    provider = undefined;
    await assert.rejects(read(), { code: 'ILLEGAL_STATE', message: /^Ada is no agent/ });
  });

  it('reads the screen if the transcript is gone, or on another machine', async () => {
    assert.deepEqual(await read(), { text: 'Shown.', source: 'screen' });
    write(PROMPT, textRecord('Of another conversation.'));
    assert.equal((await read({ ...SESSION, kind: 'ssh' })).source, 'screen');
  });

  it('states that an answer on the screen of an agent in its turn may not be complete', async () => {
    status.put(ID, { kind: 'working' });
    const notice = 'The agent still works: its answer may not be complete.';
    assert.deepEqual(await read(), { text: 'Shown.', source: 'screen', notice });
    status.put(ID, { kind: 'working', background: 1 });
    assert.deepEqual(await read(), { text: 'Shown.', source: 'screen' });
  });

  it('fails if there is neither a transcript nor a screen', async () => {
    const gone = { ...SESSION, id: 'claude-chat-c9' };
    await assert.rejects(read(gone), { message: /^No answer of Ada can be read/ });
  });

  /** Resolves when the reader has read and waits to read again. */
  const hasRead = () =>
    waitFor(() => clock.pendingTimers === 1, { limitMs: 10_000, what: 'the reader to wait' });

  /** Lets the reader read again several times. */
  async function readAgain(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      await hasRead();
      clock.advance(50);
    }
  }
});
