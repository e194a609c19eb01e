import assert from 'node:assert/strict';
import {
  chooseAnswer,
  readPrompts,
  type ResponsesRequest,
} from '../../../scripts/lib/agents/responsesAnswer.mjs';

const message = (role: string, ...texts: readonly string[]) => ({
  type: 'message',
  role,
  content: texts.map((text) => ({ type: 'input_text', text })),
});
const ask = (...input: NonNullable<ResponsesRequest['input']>) =>
  chooseAnswer({ tools: [{ name: 'exec_command' }], input });

describe('the stand-in for the model of the Responses API', () => {
  it('repeats the last prompt', () => {
    const answer = ask(
      message('user', 'hello'),
      message('assistant', 'yes?'),
      message('user', 'there'),
    );
    assert.deepEqual(answer, { kind: 'text', text: 'Stand-in answer to: there', wordDelayMs: 5 });
  });

  it('reads the prompts of the person, and nothing that the program added', () => {
    const input = [
      message('developer', 'You are an agent.'),
      message(
        'user',
        '# AGENTS.md instructions',
        '<environment_context>here</environment_context>',
      ),
      message('user', 'hello'),
      message('assistant', 'yes?'),
      message('user', 'there'),
      { type: 'reasoning' },
    ];
    assert.deepEqual(readPrompts({ input }), ['hello', 'there']);
  });

  it('returns a title for a request without tools', () => {
    const answer = chooseAnswer({ tools: [], input: [message('user', 'A title for [fail 500]')] });
    assert.deepEqual(answer, { kind: 'text', text: 'A stand-in title', wordDelayMs: 5 });
  });

  it('requests a command once', () => {
    assert.equal(ask(message('user', '[bash]')).kind, 'tool');
    assert.equal(ask(message('user', '[bash]'), { type: 'function_call_output' }).kind, 'text');
  });
});
