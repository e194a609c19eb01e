import assert from 'node:assert/strict';
import {
  addToMessage,
  beginMessage,
  formatRecorded,
  type LastMessage,
} from '../../../src/driver/recordedAnswer';
import { providerOf } from '../../support/agents/transcriptLines';

const claude = {
  prompt: { type: 'user', message: { content: 'hi' } },
  result: { type: 'user', message: { content: [{ type: 'tool_result', content: 'ran' }] } },
  text: (text: string, stop_reason = 'tool_use', more: object = {}) => ({
    type: 'assistant',
    message: { content: [{ type: 'text', text }], stop_reason },
    ...more,
  }),
  uses: { type: 'assistant', message: { content: [{ type: 'tool_use' }] } },
  thinks: { type: 'assistant', message: { content: [{ type: 'thinking', thinking: 'hm' }] } },
};

const codexItem = (payload: object) => ({ type: 'response_item', payload });
const codexText = (role: string, text: string) =>
  codexItem({ type: 'message', role, content: [{ text }] });
const codexEnd = { type: 'event_msg', payload: { type: 'task_complete' } };

const pi = (role: string, text: string, stopReason?: string) => ({
  type: 'message',
  message: { role, content: [{ type: 'text', text }], stopReason },
});

const qwen = (type: string, ...parts: readonly object[]) => ({ type, message: { parts } });

const gemini = (id: string, type: string, content: unknown, more: object = {}) => ({
  ...{ id, type, content, ...more },
});

const copilot = (type: string, content?: string) => ({ type, data: { content } });

function read(
  providerId: string,
  lines: readonly unknown[],
  from: Parameters<typeof beginMessage>[0] = 'first record',
): LastMessage {
  const { records } = providerOf(providerId).engine;
  assert.ok(records.kind === 'transcript');
  return lines.reduce<LastMessage>(
    (before, record) => addToMessage(before, record, records),
    beginMessage(from),
  );
}

describe('the last message of an agent', () => {
  const rows: readonly (readonly [string, string, readonly unknown[], string, boolean])[] = [
    [
      'is that after the last tool call',
      'claude',
      [
        claude.prompt,
        claude.text('I look.'),
        claude.uses,
        claude.result,
        claude.text('Found it.', 'end_turn'),
      ],
      'Found it.',
      true,
    ],
    [
      'has all texts that no tool call divides',
      'claude',
      [
        claude.prompt,
        claude.text('One', 'end_turn'),
        claude.thinks,
        claude.text('Two', 'end_turn'),
      ],
      'One\n\nTwo',
      true,
    ],
    [
      'is the text before a tool that runs',
      'claude',
      [claude.prompt, claude.text('I look.'), claude.uses],
      'I look.',
      false,
    ],
    [
      'is that of an earlier turn if the last one has only tool calls',
      'claude',
      [
        claude.prompt,
        claude.text('Old.', 'end_turn'),
        claude.prompt,
        claude.uses,
        claude.result,
        claude.uses,
      ],
      'Old.',
      false,
    ],
    ['is empty without any text', 'claude', [claude.prompt, claude.uses, claude.result], '', false],
    [
      'is none of a sub-agent, of a failure, or of the CLI itself',
      'claude',
      [
        claude.prompt,
        claude.text('Mine.', 'end_turn'),
        claude.text('Theirs.', 'end_turn', { isSidechain: true }),
        claude.text('API Error', 'stop_sequence', { isApiErrorMessage: true }),
        { type: 'assistant', message: { model: '<synthetic>', content: [{ text: 'None.' }] } },
      ],
      'Mine.',
      true,
    ],
    [
      'is that after the last tool call',
      'codex',
      [
        codexText('user', 'hi'),
        codexText('assistant', 'I look.'),
        codexItem({ type: 'function_call', name: 'exec_command', call_id: 'c' }),
        codexItem({ type: 'function_call_output', call_id: 'c', output: 'ran' }),
        codexText('assistant', 'Found it.'),
        codexEnd,
      ],
      'Found it.',
      true,
    ],
    [
      'is that after a search of the web',
      'codex',
      [
        codexText('assistant', 'I search.'),
        codexItem({ type: 'web_search_call', status: 'completed' }),
        codexText('assistant', 'Found it.'),
      ],
      'Found it.',
      false,
    ],
    [
      'is that after the last tool call',
      'pi',
      [
        pi('user', 'hi'),
        pi('assistant', 'I look.', 'toolUse'),
        pi('toolResult', 'ran'),
        pi('assistant', 'Found it.', 'stop'),
      ],
      'Found it.',
      true,
    ],
    [
      'is that after the last tool call',
      'qwen',
      [
        qwen('user', { text: 'hi' }),
        qwen('assistant', { text: 'I look.' }, { functionCall: { name: 'ls' } }),
        qwen('tool_result', { functionResponse: { name: 'ls' } }),
        qwen('assistant', { text: 'hm', thought: true }, { text: 'Found it.' }),
      ],
      'Found it.',
      true,
    ],
    [
      'is that after the last tool call, whose record is written again with it',
      'gemini',
      [
        gemini('1', 'user', [{ text: 'hi' }]),
        gemini('2', 'gemini', 'I look.'),
        gemini('2', 'gemini', 'I look.', { toolCalls: [{ id: 'c', name: 'ls' }] }),
        gemini('3', 'gemini', 'Found it.'),
        gemini('3', 'gemini', 'Found it.', { tokens: {} }),
      ],
      'Found it.',
      true,
    ],
    [
      'is the text of a record with a tool call that runs',
      'gemini',
      [gemini('2', 'gemini', 'I look.', { toolCalls: [{ id: 'c', name: 'ls' }] })],
      'I look.',
      false,
    ],
    [
      'is that after the last tool call',
      'copilot',
      [
        copilot('user.message', 'hi'),
        copilot('assistant.message', 'I look.'),
        copilot('tool.execution_start'),
        copilot('tool.execution_complete'),
        copilot('assistant.message', 'Found it.'),
      ],
      'Found it.',
      true,
    ],
  ];
  for (const [name, providerId, lines, text, isSettled] of rows) {
    it(`${name} (${providerId})`, () => {
      const message = read(providerId, lines);
      assert.deepEqual([formatRecorded(message), message.isSettled], [text, isSettled]);
    });
  }

  it('has its beginning only after a record that divides, or from the first record', () => {
    const end = [claude.text('Two', 'end_turn')];
    assert.equal(read('claude', end, 'later record').hasBegin, false);
    assert.equal(read('claude', [claude.result, ...end], 'later record').hasBegin, true);
    assert.equal(read('claude', end).hasBegin, true);
  });
});
