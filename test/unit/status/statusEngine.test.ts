import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import { formatSeed } from '../../../src/pty/session/forkSeed';
import { needsInput } from '../../support/status/fakeStatus';
import { sessionInfo } from '../../support/pty/fakeSessions';
import {
  FILE_WAITS,
  ID,
  recorded,
  screenOf,
  useStatusEngine,
} from '../../support/status/useStatusEngine';

describe('StatusEngine', () => {
  const fixture = useStatusEngine();
  const { fallsQuiet, hook, kind, pass, put, reports, shows } = fixture;

  it('follows a turn by the screen alone', async () => {
    put();
    shows('claude-06-busy.txt');
    await pass(500);
    assert.equal(kind(), 'working');
    shows('claude-11-permission.txt');
    await pass(1500);
    const { state, source, ruleId } = fixture.engine.get(ID);
    assert.deepEqual(
      { state, source, ruleId },
      {
        state: {
          kind: 'needsInput',
          need: 'permission',
          question: 'Bash command echo fake-tool-ran > fake-tool.txt Do you want to proceed?',
          request: {
            kind: 'whole',
            text: [
              'Bash command',
              'Tip: auto mode handles these prompts for you — choose "switch to auto mode" below',
              'Write a marker file',
              '───',
              'echo fake-tool-ran > fake-tool.txt',
              '───',
              'Do you want to proceed?',
            ].join('\n'),
          },
        },
        source: 'screen',
        ruleId: 'permission',
      },
    );
    shows('claude-06-busy.txt');
    await pass(1000);
    shows('claude-07-answer.txt');
    await fallsQuiet();
    assert.deepEqual(fixture.reportedKinds, ['working', 'needsInput', 'working', 'done']);
    fixture.engine.markSeen(ID);
    assert.equal(kind(), 'idle');
  });

  it('reads the dialog of a reported request soon, and shows its words and not those of the report', async () => {
    put();
    reports('state=working');
    shows('claude-06-busy.txt');
    await pass(1000);
    const state = () => fixture.engine.get(ID).state;
    reports('state=blocked:kind=permission:msg="approve Bash: ls"');
    assert.deepEqual(state(), needsInput('approve Bash: ls'));
    shows('claude-11-permission.txt');
    await pass(700);
    const shown = state();
    assert.ok(shown.kind === 'needsInput' && shown.request?.kind === 'whole');
    reports('state=blocked:kind=permission:msg="approve Bash: pwd"');
    await pass(700);
    assert.deepEqual(state(), shown);
    await fallsQuiet();
  });

  it('reads the screen at most twice a second while the agent writes, and never while it is quiet', async () => {
    put();
    for (let tenth = 0; tenth < 100; tenth++) {
      shows('claude-06-busy.txt');
      await pass(100);
    }
    assert.ok(fixture.sessions.reads <= 21, `${fixture.sessions.reads} reads in 10 seconds`);
    assert.ok(fixture.sessions.reads >= 15, `${fixture.sessions.reads} reads in 10 seconds`);
    await fallsQuiet();
    await pass(20_000);
    const before = fixture.sessions.reads;
    await pass(60_000);
    assert.equal(fixture.sessions.reads, before);
    assert.equal(fixture.clock.pendingTimers, 0);
  });

  it('reads the screen less often if the agent reports its own status', async () => {
    put();
    reports('state=working:app=claude-code');
    for (let tenth = 0; tenth < 100; tenth++) {
      shows('claude-06-busy.txt');
      await pass(100);
    }
    assert.ok(fixture.sessions.reads <= 6, `${fixture.sessions.reads} reads in 10 seconds`);
  });

  it('reads the screen of one session at a time, regardless of their number', async () => {
    for (let number = 0; number < 50; number++) {
      put({ id: `claude-chat-${number}`, state: 'active', lastOutputAt: fixture.clock.now() });
    }
    await pass(1000);
    assert.equal(fixture.sessions.most, 1);
    assert.ok(fixture.sessions.reads >= 50);
  });

  it('applies the reports of the agent at once', () => {
    put();
    reports('state=working:app=claude-code');
    assert.equal(kind(), 'working');
    reports('state=blocked:kind=permission:msg="approve Bash: ls"');
    assert.deepEqual(fixture.engine.get(ID).state, {
      kind: 'needsInput',
      need: 'permission',
      question: 'approve Bash: ls',
    });
    reports('nonsense');
    assert.equal(kind(), 'needsInput');
    reports('state=done');
    assert.equal(kind(), 'done');
    reports('state=clear');
    assert.equal(kind(), 'unknown');
  });

  it('reads titles and progress', () => {
    put();
    fixture.sessions.signal({ id: ID, code: 0, data: '◐ Claude Code' });
    assert.equal(kind(), 'working');
    fixture.sessions.signal({ id: ID, code: 2, data: '✳ Claude Code' });
    assert.equal(kind(), 'unknown');
    fixture.sessions.signal({ id: ID, code: 9, data: '4;3;' });
    assert.equal(kind(), 'working');
    fixture.sessions.signal({ id: ID, code: 9, data: 'a notification' });
    assert.equal(kind(), 'working');
    fixture.sessions.signal({ id: ID, code: 9, data: '4;0' });
    assert.equal(kind(), 'unknown');
  });

  it('reads hooks, and ends work by the screen after an Esc that fired no hook', async () => {
    put();
    hook('UserPromptSubmit');
    assert.equal(kind(), 'working');
    hook('Stop', 'no object');
    assert.equal(kind(), 'working', 'a malformed payload never means done');
    fixture.engine.handleHook({ ptyId: 'claude-main-gone', name: 'Stop', payload: {}, at: 1 });
    shows('claude-12-interrupted.txt');
    put({ state: 'active', lastOutputAt: fixture.clock.now(), lastInputAt: fixture.clock.now() });
    await fallsQuiet();
    await pass(2500);
    assert.equal(kind(), 'idle');
  });

  it('processes ten thousand hook events synchronously', () => {
    put();
    for (let number = 0; number < 10_000; number++) {
      const name = number % 2 === 0 ? 'UserPromptSubmit' : 'Stop';
      fixture.engine.handleHook({ ptyId: ID, name, payload: {}, at: fixture.clock.now() });
    }
    assert.equal(kind(), 'done');
  });

  it('reads the status file together with the screen', async () => {
    put();
    fixture.fileSignal = { ...FILE_WAITS, at: fixture.clock.now() };
    shows('claude-06-busy.txt');
    await pass(500);
    assert.equal(fixture.engine.get(ID).source, 'statusFile');
  });

  it('keeps the status while a transcript is open, and drops it if no rule matches the screen', async () => {
    put();
    shows('codex-05-busy.txt');
    await pass(500);
    assert.equal(kind(), 'unknown', 'no rule matches the screen of another agent');
    shows('claude-06-busy.txt');
    await pass(1000);
    assert.equal(kind(), 'working');
    shows(['❯ x', '  Showing detailed transcript · ctrl+o to toggle']);
    await fallsQuiet();
    await pass(10_000);
    assert.equal(kind(), 'working');
    shows(['something else']);
    await fallsQuiet();
    await pass(4000);
    assert.equal(kind(), 'needsInput', 'it worked before');
  });

  it('reports that an agent failed, and stops reading its screen', async () => {
    put();
    reports('state=working');
    shows('claude-06-busy.txt');
    await pass(1000);
    put({ state: 'active', agentExitCode: 1, lastOutputAt: fixture.clock.now() });
    assert.equal(kind(), 'failed');
    const before = fixture.sessions.reads;
    await fallsQuiet();
    assert.ok(fixture.sessions.reads <= before + 1);
    assert.equal(kind(), 'failed');
  });

  it('reports done although the screen continues to change', async () => {
    put();
    shows('claude-06-busy.txt');
    await pass(1500);
    for (let second = 0; second < 4; second++) {
      shows('claude-07-answer.txt');
      await pass(1000);
    }
    assert.equal(kind(), 'done');
  });

  it('follows an agent that was started again in the shell, despite the exit code of the first one', async () => {
    put();
    put({ agentExitCode: 1 });
    assert.equal(kind(), 'failed');
    await pass(1000);
    hook('UserPromptSubmit');
    await pass(1000);
    put({ agentExitCode: 1, attachedCount: 2 });
    assert.equal(kind(), 'working');
  });

  it('does not treat a late hook of an ended agent as a new agent', async () => {
    put();
    put({ agentExitCode: 0 });
    await pass(500);
    hook('PostToolUse');
    await pass(5000);
    assert.equal(kind(), 'unknown');
  });

  it('keeps the status of an agent while it is ended and after its exit', async () => {
    put();
    hook('UserPromptSubmit');
    hook('Stop');
    const before = kind();
    put({ isKilled: true });
    hook('UserPromptSubmit');
    fixture.sessions.screens.set(ID, recorded('claude-11-permission.txt'));
    put({ isKilled: true, state: 'active', lastOutputAt: fixture.clock.now() });
    await pass(5000);
    assert.equal(kind(), before);
    put({ isKilled: true, state: 'terminated', exitSignal: 'SIGKILL' });
    await pass(5000);
    assert.equal(kind(), before);
  });

  it('reports unknown for forks without output and for killed sessions, and reads no screen of shells', async () => {
    fixture.sessions.put(sessionInfo({ id: 'shell-chat-1', state: 'active', lastOutputAt: 1 }));
    shows('claude-11-permission.txt');
    put({ state: 'active', hasOutput: false });
    await pass(1000);
    assert.equal(fixture.sessions.reads, 0);
    assert.equal(kind(), 'unknown');
    reports('state=working');
    await fixture.sessions.find(ID)?.kill();
    assert.equal(kind(), 'unknown');
    assert.deepEqual(fixture.reportedKinds, ['working', 'unknown']);
    fixture.engine.markSeen(ID);
  });

  it('ignores the rows on the screen of a fork that are a copy of its parent’s screen', async () => {
    const { rows: copy } = recorded('claude-11-permission.txt');
    const [mark = ''] = formatSeed('', 'Claude Code')
      .replace(/\x1b\[\dm/g, '')
      .split('\r\n');
    const writes = async (...rows: readonly string[]): Promise<void> => {
      fixture.sessions.screens.set(ID, screenOf(rows));
      put({ parent: 'claude-main-t0', state: 'active', lastOutputAt: fixture.clock.now() });
      await pass(1000);
    };
    await writes(...copy, mark, '', 'loading');
    assert.equal(kind(), 'unknown');
    await writes(mark, ...copy);
    assert.equal(kind(), 'needsInput');
  });

  it('resets the status for a new generation of a session', () => {
    put();
    reports('state=working');
    put({ generation: 2 });
    assert.equal(kind(), 'unknown');
  });

  it('explains its signals, and what is wrong with the rules of the person', async () => {
    fixture.userRules = [
      { id: 'bad', shows: 'idle', all: ['('] },
      { id: 'mine', shows: 'working', all: ['crunching'] },
    ];
    shows(['crunching']);
    fixture.sessions.signal({ id: ID, code: 9, data: '4;3' });
    const explained = await fixture.engine.explain(ID);
    assert.equal(explained.activity.state.kind, 'working');
    assert.deepEqual(
      explained.signals.map(({ source, ruleId, reason }) => [source, ruleId, reason]),
      [
        ['progress', 'progress', 'it shows progress'],
        ['screen', 'statusRules.mine', 'its screen shows "crunching"'],
      ],
    );
    assert.deepEqual([explained.screen, explained.rules], [['crunching'], 'claude 5']);
    assert.match(explained.ruleProblems.join(), /"bad" in statusRules is left out/);
    await assert.rejects(fixture.engine.explain('gone'), (error) =>
      SessionError.is(error, 'SESSION_NOT_FOUND'),
    );
  });
});
