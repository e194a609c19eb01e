import assert from 'node:assert/strict';
import type { SessionInfo } from '../../../src/pty/sessionService';
import { buildTree } from '../../../src/views/treeModel';
import { presentNode } from '../../../src/views/treePresentation';
import { sessionInfo } from '../../support/fakeSessions';
import { folderRef, taskIn } from '../../support/treeSources';

const FACES: Readonly<Record<string, string>> = { ada: 'Ada', bob: 'Bob Code' };
const faceOf = (id: string) => ({ name: FACES[id] ?? 'Shell', icon: 'robot' });
const APP = folderRef('app');

function presentAll(sessions: readonly SessionInfo[], task = taskIn('app', 't1')) {
  const [root] = buildTree({ folders: [APP], tasks: [task], sessions });
  assert.ok(root);
  return [root, ...root.children].map((entry) => presentNode(entry, faceOf));
}

describe('presentNode', () => {
  const SESSIONS: readonly (readonly [
    name: string,
    overrides: Partial<SessionInfo>,
    description: string,
    icon: string,
    contextValue: string,
  ])[] = [
    [
      'creating',
      { state: 'creating', attachedCount: 0 },
      'starting',
      'loading~spin',
      'session.creating',
    ],
    ['active', { state: 'active' }, 'active', 'circle-filled', 'session.active'],
    ['idle', { state: 'idle' }, 'idle', 'circle-outline', 'session.idle'],
    ['unseen', { attachedCount: 0 }, 'idle, in background', 'circle-outline', 'session.idle'],
    [
      'left by its agent',
      { state: 'active', agentExitCode: 0 },
      'agent exited, shell active',
      'terminal',
      'session.active',
    ],
    [
      'left by a failed agent',
      { agentExitCode: 3 },
      'agent exited with code 3, shell idle',
      'terminal',
      'session.idle',
    ],
    ['exited', { state: 'terminated', exitCode: 0 }, 'exited', 'pass', 'session.exited'],
    [
      'failed',
      { state: 'terminated', exitCode: 2, attachedCount: 0 },
      'exited with code 2',
      'error',
      'session.exited',
    ],
    [
      'ended by a signal',
      { state: 'terminated', exitSignal: 'SIGKILL' },
      'ended by SIGKILL',
      'error',
      'session.exited',
    ],
  ];
  for (const [name, overrides, description, icon, contextValue] of SESSIONS) {
    it(`shows a session that is ${name}`, () => {
      const [, row] = presentAll([sessionInfo({ label: 'Ada', ...overrides })]);
      assert.deepEqual(
        [row?.label, row?.description, row?.icon, row?.contextValue, row?.accessibilityLabel],
        ['Ada', description, icon, contextValue, `Ada, ${description}`],
      );
    });
  }

  it('tells any two states apart without colour', () => {
    const looks = SESSIONS.map(([, , description, icon]) => `${icon} ${description}`);
    assert.equal(new Set(looks).size, looks.length);
  });

  it('names the provider where the label does not', () => {
    const [, row] = presentAll([sessionInfo({ id: 'bob-main-t1', label: 'Fix it' })]);
    assert.equal(row?.description, 'Bob Code · idle');
    assert.equal(row.accessibilityLabel, 'Fix it, Bob Code, idle');
  });

  it('says where and how a session runs', () => {
    const [, row] = presentAll([sessionInfo({ exec: 'ada --fast' })]);
    for (const part of ['ada --fast', '/work/app', 'Process 1000']) {
      assert.ok(row?.tooltip.includes(part), row?.tooltip);
    }
  });

  it('says what opening does with what has ended, and with what is only remembered', () => {
    const [, ended] = presentAll([sessionInfo({ state: 'terminated', exitCode: 0 })]);
    assert.match(ended?.tooltip ?? '', /Open it to read its last screen, restart it/);
    const [, running] = presentAll([sessionInfo()]);
    assert.doesNotMatch(running?.tooltip ?? '', /Open it/);
    const [, remembered] = presentAll([], taskIn('app', 't1', ['ada-main-t1']));
    assert.match(remembered?.tooltip ?? '', /Open it to start a new conversation\./);
  });

  it('shows a remembered conversation as not running, and opens it', () => {
    const [task, row] = presentAll([], taskIn('app', 't1', ['ada-main-t1']));
    assert.deepEqual(
      [row?.label, row?.description, row?.contextValue, row?.opens],
      ['Talk ada-main-t1', 'Ada · not running', 'session.exited', true],
    );
    assert.deepEqual(
      [task?.description, task?.contextValue, task?.collapsible],
      ['not running', 'task.empty', 'collapsed'],
    );
  });

  it('counts what runs in a task', () => {
    const [task] = presentAll(
      [sessionInfo(), sessionInfo({ id: 'ada-chat-c', state: 'terminated' })],
      taskIn('app', 't1', ['ada-main-t1', 'ada-chat-c']),
    );
    assert.deepEqual(
      [task?.description, task?.contextValue, task?.collapsible],
      ['1 running', 'task', 'expanded'],
    );
  });

  it('keeps in sight what has exited and can still be read', () => {
    const [task] = presentAll([sessionInfo({ state: 'terminated', exitCode: 4 })]);
    assert.deepEqual(
      [task?.description, task?.contextValue, task?.collapsible],
      ['not running', 'task.empty', 'expanded'],
    );
  });

  it('says that a task has nothing, and that it works elsewhere', () => {
    const [task] = presentAll([], { ...taskIn('app', 't1'), cwd: '/trees/app-t1' });
    assert.deepEqual([task?.description, task?.collapsible], ['no sessions · app-t1', 'none']);
  });
});
