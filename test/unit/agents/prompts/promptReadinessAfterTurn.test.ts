import assert from 'node:assert/strict';
import { INPUT_LAG_MS, PromptReadiness } from '../../../../src/agents/prompts/promptReadiness';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ID, useStatusEngine } from '../../../support/status/useStatusEngine';

/** An agent of a provider without rules for its screen. */
const UNREAD_ID = 'crush-main-t1';

describe('PromptReadiness over the engine', () => {
  const fixture = useStatusEngine();
  const { hook, pass, put, reports, shows } = fixture;

  beforeEach(() => {
    put();
    shows(['what no rule knows']);
  });

  /** Whether the agent is ready for a prompt within `withinMs` milliseconds. */
  const isReady = async (withinMs = 0, id = ID): Promise<boolean> => {
    const { sessions, engine, clock } = fixture;
    const readiness = new PromptReadiness(sessions, engine, clock);
    const ready = readiness.until(id, 'first');
    await pass(withinMs);
    const result = await Promise.race([ready, Promise.resolve('waiting')]);
    readiness.dispose();
    return result === 'ready';
  };

  it('is ready at once after a turn that the program reports', async () => {
    reports('state=working');
    await pass(3000);
    reports('state=idle');
    assert.equal(await isReady(), true);
  });

  it('is ready at once after a turn whose end the person has seen', async () => {
    hook('UserPromptSubmit');
    await pass(3000);
    hook('Stop');
    fixture.engine.markSeen(ID);
    assert.equal(fixture.kind(), 'idle');
    assert.equal(await isReady(), true);
  });

  it('waits for the input after the start, for a limited time', async () => {
    hook('SessionStart', { source: 'startup' });
    assert.equal(await isReady(INPUT_LAG_MS - 100), false);
    assert.equal(await isReady(100), true);
  });

  it('waits for the input after a dialog, although it has worked before', async () => {
    reports('state=working');
    await pass(1000);
    reports('state=blocked');
    await pass(1000);
    reports('state=idle');
    assert.equal(await isReady(1000), false);
    shows('claude-04-idle.txt');
    assert.equal(await isReady(100), true);
  });

  it('is ready when it reads an input that was drawn before the report', async () => {
    shows('claude-04-idle.txt');
    await pass(1000);
    reports('state=blocked');
    await pass(100);
    reports('state=clear');
    hook('SessionStart', { source: 'startup' });
    assert.equal(await isReady(100), true);
  });

  it('does not wait for the input of a provider without screen rules', async () => {
    const { sessions, clock } = fixture;
    sessions.put(sessionInfo({ id: UNREAD_ID, lastOutputAt: clock.now() }));
    sessions.signal({ id: UNREAD_ID, code: 7501, data: 'state=idle' });
    assert.equal(fixture.engine.get(UNREAD_ID).state.kind, 'idle');
    assert.equal(await isReady(0, UNREAD_ID), true);
  });
});
