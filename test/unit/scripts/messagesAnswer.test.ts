import assert from 'node:assert/strict';
import { STEADY_MS } from '../../../scripts/lib/record/playSteps';
import { chooseAnswer, type MessagesRequest } from '../../../scripts/lib/agents/messagesAnswer.mjs';

const ask = (content: NonNullable<MessagesRequest['messages']>[number]['content']) =>
  chooseAnswer({ tools: [{ name: 'Bash' }], messages: [{ role: 'user', content }] });

describe('the stand-in for the model of the Messages API', () => {
  it('repeats the prompt, and nothing that the program added', () => {
    const content = [
      { type: 'text', text: '<system-reminder>the date</system-reminder>' },
      { type: 'text', text: 'hello' },
    ];
    const expected = { kind: 'text', text: 'Stand-in answer to: hello', wordDelayMs: 5 };
    assert.deepEqual(ask(content), expected);
    assert.deepEqual(ask('hello'), expected);
  });

  it('returns a title for a request without tools', () => {
    const answer = chooseAnswer({ messages: [{ role: 'user', content: 'hello' }] });
    assert.ok(answer.kind === 'text');
    assert.deepEqual(JSON.parse(answer.text), { title: 'A stand-in title' });
  });

  it('requests a command once', () => {
    assert.equal(ask('[bash] please').kind, 'tool');
    assert.equal(ask([{ type: 'text', text: '[bash]' }, { type: 'tool_result' }]).kind, 'text');
  });

  it('calls Bash to write a file, and no tool to ask if the program has none for it', () => {
    assert.equal(ask('[write]').kind, 'tool');
    assert.equal(ask('[ask]').kind, 'text');
  });

  it('fails if the prompt requests it', () => {
    const answer = ask('[fail 529]');
    assert.ok(answer.kind === 'failure');
    assert.equal(answer.status, 529);
  });

  it('answers slowly if the prompt requests it', () => {
    const answer = ask('[slow]');
    assert.ok(answer.kind === 'text');
    assert.equal(answer.wordDelayMs, 400);
  });

  it('pauses between two words for longer than a recorded screen has to stay the same', () => {
    const answer = ask('[paused]');
    assert.ok(answer.kind === 'text');
    assert.ok(answer.wordDelayMs > 2 * STEADY_MS);
  });
});
