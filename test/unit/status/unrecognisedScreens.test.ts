import assert from 'node:assert/strict';
import { ID, screenOf, useStatusEngine } from '../../support/status/useStatusEngine';

const ASKS = ['● I read the file.', '', 'Which colour?', '  ◆ Red', '  ◇ Blue', '', ' ⏎ choose'];
const QUESTION = '● I read the file. · Which colour? · ◆ Red · ◇ Blue · ⏎ choose';

describe('a screen that no rule recognises', () => {
  const fixture = useStatusEngine();
  const { fallsQuiet, hook, kind, pass, put, shows } = fixture;

  const rests = async (): Promise<void> => {
    shows('claude-07-answer.txt');
    await fallsQuiet();
    fixture.engine.markSeen(ID);
    assert.equal(kind(), 'idle');
  };
  const works = async (): Promise<void> => {
    shows('claude-06-busy.txt');
    await pass(600);
    assert.equal(kind(), 'working');
  };
  /** A key, and what the agent draws after it. */
  const opens = async (screen: string | readonly string[], afterMs = 200): Promise<void> => {
    const lastInputAt = fixture.clock.now();
    put({ lastInputAt });
    await pass(afterMs);
    shows(screen);
    const session = fixture.sessions.get(ID);
    assert.ok(session);
    fixture.sessions.put({ ...session, lastInputAt });
    await fallsQuiet();
    await pass(1000);
  };

  it('may need the person after work, with its last rows, until one is recognised', async () => {
    await works();
    shows(ASKS);
    await fallsQuiet();
    await pass(500);
    const { state, source, ruleId, reason } = fixture.engine.get(ID);
    assert.deepEqual(state, {
      kind: 'needsInput',
      need: 'question',
      question: QUESTION,
      likely: true,
    });
    assert.deepEqual([source, ruleId], ['screen', 'notRecognised']);
    assert.match(reason, /^no rule recognises its screen/);
    assert.equal((await fixture.engine.explain(ID)).matchesScreen, false);
    const asked = fixture.engine.get(ID).since;
    shows(ASKS.map((row) => row.replace('◆', '◇')));
    await fallsQuiet();
    await pass(500);
    const moved = fixture.engine.get(ID);
    assert.ok(moved.state.kind === 'needsInput' && moved.state.question?.includes('◇ Red'));
    assert.equal(moved.since, asked, 'the same question');
    await works();
  });

  it('may need the person if they pressed no key before it, and does not if they opened it', async () => {
    await rests();
    for (const page of ['claude-50-model-80x24.txt', 'claude-50-status-80x24.txt', ASKS]) {
      await opens(page);
      assert.notEqual(kind(), 'needsInput', String(page));
      await pass(20_000);
      assert.notEqual(kind(), 'needsInput', 'later, without a key');
      await rests();
    }
    for (const page of ['claude-50-model-80x24.txt', ASKS]) {
      await opens(page, 5500);
      assert.equal(kind(), 'needsInput', String(page));
      await rests();
    }
  });

  it('may need the person at the start of the session, once its agent had time to draw', async () => {
    put();
    shows(['Do you accept the terms?', '> Yes']);
    await fallsQuiet();
    await pass(7000);
    assert.equal(kind(), 'unknown');
    await pass(2000);
    assert.equal(kind(), 'needsInput');
  });

  it('needs nobody once the person has answered it, until it has settled again', async () => {
    await works();
    shows(ASKS);
    await fallsQuiet();
    await pass(500);
    assert.equal(kind(), 'needsInput');
    const lastInputAt = fixture.clock.now();
    await pass(100);
    for (let second = 0; second < 5; second++) {
      shows(['Installing...', `${second} s`]);
      const session = fixture.sessions.get(ID);
      assert.ok(session);
      fixture.sessions.put({ ...session, lastInputAt });
      await pass(1000);
      assert.notEqual(kind(), 'needsInput', `${second} s`);
    }
    await fallsQuiet();
    await pass(1000);
    assert.equal(kind(), 'needsInput');
  });

  it('needs nobody while it changes, without words, or if it passes by', async () => {
    await works();
    for (let second = 0; second < 10; second++) {
      shows([...ASKS, `${second} s`]);
      await pass(1000);
      assert.notEqual(kind(), 'needsInput');
    }
    await works();
    shows(['────', '  ❯']);
    await fallsQuiet();
    await pass(4000);
    assert.notEqual(kind(), 'needsInput');
  });

  it('needs nobody against a report of a hook or of the program that the turn is over', async () => {
    await works();
    hook('UserPromptSubmit');
    shows(ASKS);
    hook('Stop');
    await fallsQuiet();
    await pass(5000);
    assert.equal(kind(), 'done');
    const reports = [() => hook('UserPromptSubmit'), () => fixture.reports('state=working')];
    const ends = [() => hook('Stop'), () => fixture.reports('state=idle')];
    for (const [index, report] of reports.entries()) {
      report();
      shows(ASKS);
      await fallsQuiet();
      await pass(1000);
      assert.equal(kind(), 'needsInput', 'it works, and shows what no rule recognises');
      ends[index]?.();
      shows([...ASKS, 'Bye']);
      await fallsQuiet();
      await pass(12_000);
      assert.match(kind(), /^(?:done|idle)$/);
    }
  });

  it('needs nobody if the CLI has no rules for its input: Claude with its hooks alone is done', async () => {
    fixture.hasRules = false;
    put();
    hook('UserPromptSubmit');
    shows('claude-06-busy.txt');
    await pass(5000);
    assert.equal(kind(), 'working');
    shows('claude-07-answer.txt');
    await fallsQuiet();
    await pass(20_000);
    assert.equal(kind(), 'working');
    hook('Stop');
    await pass(20_000);
    assert.equal(kind(), 'done');
  });

  it('is of a program that reads a line if its last row asks, with the cursor behind it', async () => {
    put();
    hook('SessionStart', { source: 'startup' });
    const asks = async (row: string, column = row.length): Promise<string | undefined> => {
      fixture.sessions.screens.set(ID, { ...screenOf(['Hello', row]), cursor: { row: 1, column } });
      put({ state: 'active', lastOutputAt: fixture.clock.now() });
      await fallsQuiet();
      const { state, ruleId } = fixture.engine.get(ID);
      return state.kind === 'needsInput' && state.likely ? ruleId : undefined;
    };
    for (const hasRules of [true, false]) {
      fixture.hasRules = hasRules;
      assert.equal(await asks('Continue? (y/n) '), 'likely.yes-no');
      assert.equal(await asks('Add file to the chat? (Y)es/(N)o [Yes]: '), 'likely.yes-no');
      assert.equal(await asks('Password for ada: '), 'likely.secret');
      assert.equal(await asks('Paste the code here: '), 'likely.paste');
      assert.equal(await asks('Choose a number: '), 'likely.choice');
      for (const text of ['$ ask (y/n)', '3: ask (y/n)', 'if not password:', 'Hello (y/n) there']) {
        assert.equal(await asks(text), undefined, text);
      }
      assert.equal(await asks('Continue? (y/n) ', 3), undefined, 'the cursor is elsewhere');
    }
  });

  it('of an agent without rules is read as often as others', async () => {
    const id = 'cursor-main-t1';
    put({ id, state: 'active', lastOutputAt: fixture.clock.now() + 60_000 });
    await pass(10_000);
    const { reads } = fixture.sessions;
    assert.ok(reads > 10 && reads <= 21, `${reads} reads`);
    assert.equal(fixture.engine.get(id).state.kind, 'unknown');
    fixture.sessions.screens.set(id, screenOf(['shown']));
    assert.deepEqual((await fixture.engine.explain(id)).screen, ['shown']);
  });
});
