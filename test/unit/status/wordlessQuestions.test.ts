import assert from 'node:assert/strict';
import { needsInput } from '../../support/status/fakeStatus';
import { ID, useStatusEngine } from '../../support/status/useStatusEngine';

const FRAME = '╭──────────────────╮';
const UNKNOWN_DIALOG = [
  '● Some text above',
  FRAME,
  '│ Share this draft │',
  '│ with the team    │',
  '',
  'Publish · Keep for now',
];

describe('a question that is reported without its words', () => {
  const fixture = useStatusEngine();
  const { pass, put, reports, shows } = fixture;

  it('has the last rows of a screen that no rule recognises, from the first message on', async () => {
    put();
    reports('state=working:app=claude-code');
    await pass(1000);
    const questions: (string | undefined)[] = [];
    fixture.engine.onDidChange((id) => {
      const { state } = fixture.engine.get(id);
      questions.push(state.kind === 'needsInput' ? state.question : state.kind);
    });
    reports('state=blocked:app=claude-code:msg="dialog open"');
    shows(UNKNOWN_DIALOG);
    await pass(3000);
    const words = '● Some text above · Share this draft · with the team · Publish · Keep for now';
    assert.deepEqual(questions, [words]);
  });

  it('has the words that the screen shows of a dialog that is known, or looks like one', async () => {
    put();
    reports('state=blocked:app=claude-code:msg="dialog open"');
    shows('claude-32-ask-80x24.txt');
    await pass(3000);
    const { state } = fixture.engine.get(ID);
    assert.ok(state.kind === 'needsInput');
    assert.match(state.question ?? '', /^Which colour/);
  });

  it('has no words if the screen shows the composer', async () => {
    put();
    shows('claude-04-idle.txt');
    await pass(1000);
    reports('state=blocked:app=claude-code:msg="dialog open"');
    await pass(1000);
    assert.deepEqual(fixture.engine.get(ID).state, { ...needsInput(undefined), need: 'question' });
  });
});
