import assert from 'node:assert/strict';
import { addRecord, formatRecorded, NOTHING_RECORDED } from '../../../src/driver/recordedAnswer';
import { providerOf, supportOf } from '../../support/agents/transcriptLines';

function read(providerId: string, prompt: string, lines: readonly unknown[]) {
  const { engine } = providerOf(providerId);
  assert.ok(engine.records.kind === 'transcript');
  const reading = { answers: engine.records, records: supportOf(providerId).records, prompt };
  const answer = lines.reduce<typeof NOTHING_RECORDED>(
    (before, record) => addRecord(before, record, reading),
    NOTHING_RECORDED,
  );
  return [formatRecorded(answer), answer.hasFailed ? 'failed' : answer.isComplete];
}

const claude = {
  prompt: (content: unknown) => ({ type: 'user', message: { content } }),
  answer: (text: string, stop_reason: string, more: object = {}) => ({
    type: 'assistant',
    message: { content: [{ type: 'text', text }], stop_reason },
    ...more,
  }),
  uses: {
    type: 'assistant',
    message: { content: [{ type: 'tool_use' }], stop_reason: 'tool_use' },
  },
  result: { type: 'user', message: { content: [{ type: 'tool_result', content: 'ran' }] } },
};

const codexMessage = (role: string, text: string) => ({
  type: 'response_item',
  payload: { type: 'message', role, content: [{ text }] },
});

const piMessage = (role: string, text: string, stopReason: string) => ({
  type: 'message',
  message: { role, content: [{ type: 'text', text }], stopReason },
});

const gemini = (id: string, type: string, content: unknown) => ({ id, type, content });

describe('addRecord', () => {
  const rows: readonly (readonly [
    string,
    string,
    readonly unknown[],
    string,
    boolean | 'failed',
  ])[] = [
    [
      'an answer',
      'claude',
      [claude.prompt('hi'), claude.answer('hello', 'end_turn')],
      'hello',
      true,
    ],
    [
      'the texts before and after a tool call',
      'claude',
      [
        claude.prompt('hi'),
        claude.answer('wait', 'tool_use'),
        claude.uses,
        claude.result,
        claude.answer('done', 'end_turn'),
      ],
      'wait\n\ndone',
      true,
    ],
    [
      'an answer that is not complete',
      'claude',
      [claude.prompt('hi'), claude.answer('wait', 'tool_use')],
      'wait',
      false,
    ],
    [
      'nothing from before the prompt',
      'claude',
      [claude.answer('old', 'end_turn'), claude.prompt('hi')],
      '',
      false,
    ],
    [
      'neither text nor end of a sub-agent',
      'claude',
      [
        claude.prompt('hi'),
        claude.answer('wait', 'tool_use'),
        claude.answer('side', 'end_turn', { isSidechain: true }),
      ],
      'wait',
      false,
    ],
    [
      'a failure without its message',
      'claude',
      [
        claude.prompt('hi'),
        claude.answer('API Error', 'x', { isApiErrorMessage: true }),
        { type: 'system', subtype: 'turn_duration' },
      ],
      '',
      'failed',
    ],
    [
      'the answer of a second attempt',
      'pi',
      [
        piMessage('user', 'hi', 'stop'),
        piMessage('assistant', '', 'error'),
        piMessage('assistant', 'a', 'stop'),
      ],
      'a',
      true,
    ],
    [
      'an answer that was cut off at the length limit',
      'pi',
      [piMessage('user', 'hi', ''), piMessage('assistant', 'a', 'length')],
      'a',
      true,
    ],
    [
      'text that looks like a prompt',
      'claude',
      [claude.prompt('hi'), claude.answer('❯ hi\n● Bash(x)', 'end_turn')],
      '❯ hi\n● Bash(x)',
      true,
    ],
    [
      'the answer to a prompt of several lines',
      'claude',
      [claude.prompt('hi\nyou'), claude.answer('a', 'x')],
      'a',
      false,
    ],
    [
      'an answer in another format',
      'codex',
      [
        codexMessage('user', 'hi'),
        codexMessage('assistant', 'hello'),
        { type: 'event_msg', payload: { type: 'task_complete' } },
      ],
      'hello',
      true,
    ],
    [
      'a repeated record once',
      'gemini',
      [
        gemini('1', 'user', [{ text: 'hi' }]),
        gemini('2', 'gemini', 'a'),
        gemini('2', 'gemini', 'a'),
      ],
      'a',
      true,
    ],
  ];
  for (const [name, providerId, lines, text, isComplete] of rows) {
    it(`reads ${name} (${providerId})`, () => {
      const prompt = name.includes('several') ? 'hi\nyou' : 'hi';
      assert.deepEqual(read(providerId, prompt, lines), [text, isComplete]);
    });
  }

  it('returns whether the answer follows the prompt, so that no earlier end counts', () => {
    const { engine } = providerOf('claude');
    assert.ok(engine.records.kind === 'transcript');
    const { records } = supportOf('claude');
    const reading = { answers: engine.records, records, prompt: 'hi' };
    const late = addRecord(NOTHING_RECORDED, claude.answer('old', 'end_turn'), reading);
    assert.deepEqual([late.isComplete, late.isOwn], [true, false]);
    const begun = addRecord(late, claude.prompt('hi'), reading);
    const now = addRecord(begun, claude.answer('new', 'end_turn'), reading);
    assert.deepEqual([begun.isComplete, now.isComplete, now.isOwn], [false, true, true]);
  });

  it('omits the thinking', () => {
    const parts = [{ text: 'hmm', thought: true }, { text: 'hello' }];
    const lines = [{ type: 'assistant', message: { parts } }];
    assert.deepEqual(read('qwen', 'hi', lines), ['hello', true]);
  });
});
