import assert from 'node:assert/strict';
import type { ActivityState } from '../../../src/status/activity';
import { sessionInfo } from '../../support/pty/fakeSessions';
import { ID, recorded, useStatusEngine } from '../../support/status/useStatusEngine';

const RULE = '─'.repeat(100);

/** A screen of Claude Code 2.1.332: its last message, its composer and what is below it. */
function claude(message: string, ...footer: readonly string[]): readonly string[] {
  return ['❯ Go on', '', '● Started; I wait for it.', '', message, RULE, '❯ ', RULE, ...footer];
}

const BUSY = claude('✻ Brewing… (3s)', '  ⏸ manual mode on · esc to interrupt');
const ENDED = claude('✻ Brewed for 1s · done 9:45 AM', '  ⏸ manual mode on · ? for shortcuts');
/** Without the closing line, as with `showTurnDuration: false`. */
const COMPOSER = claude('', '  ⏸ manual mode on · ? for shortcuts');
const ONE_SHELL = claude(
  '✻ Brewed for 1s · done 9:45 AM · 1 shell still running',
  '  ⏸ manual mode on · 1 shell · ↓ to manage',
);
const TWO_AGENTS = claude(
  '✻ Waiting for 2 background agents to finish',
  '  ⏸ manual mode on · ? for shortcuts · ← for agents · ↓ to manage',
  '  ● main',
  '  ◯ general-purpose  First helper                               0s · ↓ 20 tokens',
  '  ◯ general-purpose  Second helper                              0s · ↓ 20 tokens',
);
const SHELL_TASK = { id: 'b1', type: 'shell', status: 'running', description: 'Sleep' };

describe('work in the background', () => {
  const fixture = useStatusEngine();
  const { hook, kind, pass, put, reports, shows } = fixture;
  const state = (): ActivityState => fixture.engine.get(ID).state;

  beforeEach(() => put());

  it('is work until the shell and the answer to its end are over, by the reports of the agent', async () => {
    reports('state=working:app=claude-code');
    shows(BUSY);
    await pass(3000);
    reports('state=working:app=claude-code:id=bsr043qpq:title=U2xlZXA=');
    hook('Stop', { background_tasks: [SHELL_TASK], session_crons: [] });
    reports('state=working:app=claude-code:msg="1 shell still running"');
    shows(ONE_SHELL);
    await pass(45_000);
    assert.deepEqual(state(), { kind: 'working', background: 1 });
    reports('state=working:app=claude-code');
    reports('state=clear:id=bsr043qpq');
    shows(BUSY);
    await pass(3000);
    assert.deepEqual(state(), { kind: 'working' });
    hook('Stop', { background_tasks: [], session_crons: [] });
    reports('state=done:app=claude-code');
    shows(ENDED);
    await pass(15_000);
    const changes = fixture.reportedKinds.filter((one, at, all) => one !== all[at - 1]);
    assert.deepEqual(changes, ['working', 'done']);
  });

  it('is counted for two sub-agents, whose end does not withdraw the report of the agent', async () => {
    reports('state=working:app=claude-code');
    reports('state=working:app=claude-code:id=a12166c4d051e2dc6:title=Rmlyc3Q=');
    reports('state=working:app=claude-code:id=ae63247e17749e010:title=U2Vjb25k');
    shows(TWO_AGENTS);
    await pass(20_000);
    assert.deepEqual(state(), { kind: 'working', background: 2 });
    reports('state=clear:id=a12166c4d051e2dc6');
    assert.deepEqual(state(), { kind: 'working', background: 1 });
    reports('state=clear:id=ae63247e17749e010');
    shows(COMPOSER);
    await pass(5000);
    assert.equal(kind(), 'working');
    reports('state=done:app=claude-code');
    assert.equal(kind(), 'done');
  });

  for (const [end, finish] of [
    ['is done', () => reports('state=done:app=claude-code')],
    ['is idle', () => reports('state=idle:app=claude-code')],
    ['has ended', () => put({ agentExitCode: 137 })],
  ] as const) {
    it(`is over when the agent ${end}: the next one in the same shell has none`, async () => {
      reports('state=working:app=claude-code');
      reports('state=working:app=claude-code:id=a12166c4d051e2dc6:title=Rmlyc3Q=');
      await pass(1000);
      assert.deepEqual(state(), { kind: 'working', background: 1 });
      finish();
      await pass(1000);
      reports('state=working:app=claude-code');
      await pass(1000);
      assert.deepEqual(state(), { kind: 'working' });
    });
  }

  it('is work by the hook alone, and done when the last one ends without a further answer', async () => {
    hook('UserPromptSubmit');
    await pass(2000);
    hook('Stop', { background_tasks: [SHELL_TASK, SHELL_TASK] });
    assert.deepEqual(state(), { kind: 'working', background: 2 });
    shows(ONE_SHELL);
    await pass(45_000);
    assert.equal(kind(), 'working');
    shows(ENDED);
    await pass(3000);
    assert.equal(kind(), 'done');
  });

  for (const [name, screen, background] of [
    ['a shell', ONE_SHELL, 1],
    ['sub-agents', TWO_AGENTS, 2],
    ['a monitor', claude('', '  ⏸ manual mode on · 2 shells, 1 monitor · ↓ to manage'), 3],
  ] as const) {
    it(`is work by the screen alone: ${name}`, async () => {
      shows(BUSY);
      await pass(3000);
      shows(screen);
      await pass(5000);
      assert.deepEqual(state(), { kind: 'working', background });
      shows(COMPOSER);
      await pass(3000);
      assert.deepEqual(fixture.reportedKinds.at(-1), 'done');
    });
  }

  it('does not overrule an agent that reports that it is done: a server that it started', async () => {
    reports('state=working:app=claude-code');
    shows(BUSY);
    await pass(2000);
    hook('Stop', { background_tasks: [SHELL_TASK] });
    reports('state=done:app=claude-code');
    shows(ONE_SHELL);
    await pass(20_000);
    assert.equal(kind(), 'done');
  });

  it('waits at the end of a turn for the screen that shows it, where the hook does not report it', async () => {
    const id = 'qwen-main-t1';
    fixture.sessions.put(sessionInfo({ id, state: 'active' }));
    const report = (name: string): void =>
      fixture.engine.handleHook({ ptyId: id, name, payload: {}, at: fixture.clock.now() });
    const kinds: string[] = [];
    fixture.engine.onDidChange(() => kinds.push(fixture.engine.get(id).state.kind));
    report('UserPromptSubmit');
    await pass(3000);
    report('Stop');
    const lastOutputAt = fixture.clock.now();
    fixture.sessions.screens.set(id, recorded('qwen/120x40/working-shell.txt'));
    fixture.sessions.put(sessionInfo({ id, state: 'active', lastOutputAt }));
    await pass(5000);
    assert.deepEqual(fixture.engine.get(id).state, { kind: 'working', background: 1 });
    assert.ok(!kinds.includes('done'));
    report('UserPromptSubmit');
    fixture.sessions.screens.set(id, recorded('qwen/120x40/idle-answer.txt'));
    fixture.sessions.put(sessionInfo({ id, state: 'active', lastOutputAt: fixture.clock.now() }));
    report('Stop');
    await pass(3000);
    assert.deepEqual(kinds.at(-1), 'done');
  });

  it('is not done while the view of all agents is open', async () => {
    reports('state=working:app=claude-code');
    shows(ONE_SHELL);
    await pass(5000);
    put({ state: 'active', lastInputAt: fixture.clock.now() });
    await pass(100);
    reports('state=done:app=claude-code');
    reports('state=clear:id=b1');
    reports('state=clear');
    shows('claude/80x24/idle-view.txt');
    await pass(10_000);
    assert.ok(!fixture.reportedKinds.some((one) => one === 'done' || one === 'needsInput'));
  });

  for (const [source, begin] of [
    ['OSC 7501', () => reports('state=working:app=claude-code')],
    ['a hook', () => hook('UserPromptSubmit')],
  ] as const) {
    it(`is not ended by a composer alone against a report by ${source}`, async () => {
      begin();
      await pass(1000);
      shows(COMPOSER);
      await pass(30_000);
      assert.equal(kind(), 'working');
    });
  }

  it('ends within 2.5 s of an Esc that no hook reports and that leaves no words', async () => {
    hook('UserPromptSubmit');
    shows(BUSY);
    await pass(5000);
    shows(COMPOSER);
    const now = fixture.clock.now();
    put({ state: 'active', lastOutputAt: now, lastInputAt: now });
    await pass(2500);
    assert.equal(kind(), 'idle');
  });
});
