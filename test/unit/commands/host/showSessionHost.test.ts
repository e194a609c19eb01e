import assert from 'node:assert/strict';
import {
  describeHealth,
  describeHost,
  formatDuration,
  type HostHealth,
} from '../../../../src/commands/host/describeSessionHost';
import { showSessionHost } from '../../../../src/commands/host/showSessionHost';
import { explainPersistence } from '../../../../src/views/workspace/explainPersistence';
import { CommandWorld } from '../../../support/views/commandWorld';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ScriptedQuestions } from '../../../support/agents/scriptedQuestions';

const REPORT = {
  ...{ pid: 42, version: '1.2.3', rss: 85 * 1024 * 1024, sessions: 3, clients: 1 },
  uptimeMs: 7_200_000,
};
const LINE = 'Session host: process 42, version 1.2.3, 85 MB, 3 sessions, 1 window, up 2 h.';

describe('showSessionHost', () => {
  /** Runs the command, chooses by label as the person, and returns the question and the labels. */
  async function run(world: CommandWorld, chosen?: string): Promise<readonly string[]> {
    const offered: string[] = [];
    const choices: CommandWorld['deps']['choices'] = {
      choose: (question, all) => {
        offered.push(question, ...all.map(({ label }) => label));
        return Promise.resolve(all.find(({ label }) => label === chosen)?.value);
      },
      chooseMany: () => Promise.resolve(undefined),
      chooseDirectory: () => Promise.resolve(undefined),
    };
    await showSessionHost({ ...world.deps, choices });
    return offered;
  }

  it('shows a message if no session host runs', async () => {
    const shown: string[] = [];
    const world = new CommandWorld();
    const messages = { ...world.deps.messages, showInfo: (text: string) => shown.push(text) };
    await showSessionHost({ ...world.deps, messages });
    assert.match(shown.join(), /^No session host runs/);
  });

  it('describes the session host, and asks before it stops one with sessions', async () => {
    const questions = new ScriptedQuestions(undefined, 'Stop Session Host');
    const world = new CommandWorld({ questions });
    world.hostState = { kind: 'answers', report: REPORT };
    assert.deepEqual(await run(world), [LINE, 'Restart', 'Stop']);
    await run(world, 'Stop');
    assert.deepEqual(world.events, []);
    await run(world, 'Stop');
    assert.deepEqual(world.events, ['stop host']);
    assert.equal(
      questions.asked[0]?.message,
      'End 3 sessions of the session host, in every window?',
    );
  });

  it('restarts a session host without sessions, without a question', async () => {
    const world = new CommandWorld({ questions: new ScriptedQuestions() });
    world.hostState = { kind: 'answers', report: { ...REPORT, sessions: 0 } };
    await run(world, 'Restart');
    assert.deepEqual(world.events, ['stop host', 'start host']);
  });

  it('ends the process of an unresponsive session host after the person confirms', async () => {
    const world = new CommandWorld({ questions: new ScriptedQuestions('End Process') });
    world.hostState = { kind: 'silent', pid: 42 };
    assert.deepEqual(await run(world, 'End Process 42'), [
      'The session host, process 42, does not answer.',
      'End Process 42',
    ]);
    assert.deepEqual(world.events, ['end process 42']);
  });

  it('lists hosts that the window cannot use, and ends one after a confirmation that names its sessions', async () => {
    const questions = new ScriptedQuestions(undefined, 'End Process');
    const world = new CommandWorld({ questions });
    const other = { host: 'other', pid: 43, version: '2.0.0', protocol: 2 };
    world.otherHosts = [{ ...other, sessions: ['ada-main-x'] }];
    assert.deepEqual((await run(world, 'End Process 43')).slice(1), ['End Process 43']);
    assert.deepEqual(world.events, []);
    world.hostState = { kind: 'answers', report: { ...REPORT, sessions: 0 } };
    await run(world, 'End Process 43');
    assert.deepEqual(world.events, ['end host other']);
    const [asked] = questions.asked;
    assert.equal(asked?.message, 'End process 43, a session host of version 2.0.0?');
    assert.match(asked.detail ?? '', /end with it: ada-main-x\./);
  });

  it('ends sessions whose directories no longer exist', async () => {
    const world = new CommandWorld();
    world.withoutDirectory = [sessionInfo({ id: 'ada-main-x', label: 'Ada' })];
    await run(world, 'End Ada');
    assert.deepEqual(world.events, ['end ada-main-x']);
  });
});

describe('describeSessionHost', () => {
  const gone: HostHealth = { state: 'gone', pid: 42, lost: [] };
  const cases: readonly (readonly [HostHealth, readonly string[], RegExp | undefined])[] = [
    [{ state: 'none' }, [], undefined],
    [{ state: 'responsive', pid: 42 }, [], undefined],
    [{ state: 'unresponsive', pid: 42 }, [], /process 42, does not answer.*end that process/],
    [gone, [], undefined],
    [gone, ['Ada'], /has ended, and with it Ada\. /],
    [gone, ['Ada', 'Bob'], /with it Ada and Bob\. /],
    [gone, ['Ada', 'Bob', 'Cid'], /with it Ada and 2 more\. /],
  ];
  for (const [health, lost, expected] of cases) {
    it(`returns ${expected ?? 'nothing'} for a host that is ${health.state}, with ${lost.length} lost agents`, () => {
      const description = describeHealth(health, lost);
      assert.ok(
        expected ? expected.test(description ?? '') : description === undefined,
        description,
      );
    });
  }

  it('uses the singular for one session and one day', () => {
    const report = { ...REPORT, sessions: 1, clients: 2, uptimeMs: 59_999 };
    assert.match(describeHost({ kind: 'answers', report }), /1 session, 2 windows, up 59 s/);
    assert.deepEqual([60_000, 3_600_000, 86_400_000].map(formatDuration), [
      '1 min',
      '1 h',
      '1 day',
    ]);
  });
});

describe('explainPersistence', () => {
  it('explains on Windows that tmux needs Linux or macOS, and suggests "host"', () => {
    const windows = { platform: 'win32', running: 1 } as const;
    assert.match(explainPersistence('tmux', windows), /Linux and macOS.*choose "host"/);
    assert.doesNotMatch(explainPersistence('host', windows), /tmux/);
  });

  it('explains that running sessions keep their value, if any run', () => {
    const kept = /Running sessions keep the value with which they began/;
    assert.match(explainPersistence('window', { platform: 'linux', running: 1 }), kept);
    assert.doesNotMatch(explainPersistence('tmux', { platform: 'linux', running: 0 }), kept);
  });
});
