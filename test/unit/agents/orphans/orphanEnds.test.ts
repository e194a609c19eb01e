import assert from 'node:assert/strict';
import type { ResumePreview } from '../../../../src/agents/conversations/resumePreviews';
import { OrphanEnds } from '../../../../src/agents/orphans/orphanEnds';
import type { ProcessEntry } from '../../../../src/pty/process/processTree';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import type { ActivityState } from '../../../../src/status/activity';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import { activity, FakeStatus } from '../../../support/status/fakeStatus';

const FOLDER = { uri: 'file:///work', path: '/work', name: 'work' };
const PID = 100_000_000;
const SESSION = sessionInfo({
  ...{ folder: FOLDER.uri, workDir: '/work', persistence: 'host', attachedCount: 0, pid: PID },
});
const { id: ID } = SESSION;
const PROGRAM: ProcessEntry = {
  ...{ pid: PID, ppid: 1, pgid: PID, sid: PID, startTime: '1000', command: 'ada' },
  environment: undefined,
};
const CHILD: ProcessEntry = { ...PROGRAM, pid: PID + 1, ppid: PID, startTime: '9000' };

describe('OrphanEnds', () => {
  class Sessions extends FakeSessions {
    colouredText = (): Promise<string> => Promise.resolve('');
  }
  let sessions = new Sessions();
  let status = new FakeStatus();
  let processes: readonly ProcessEntry[] | undefined;
  let preview: ResumePreview | undefined;
  let onPreview = (): void => {};

  beforeEach(() => {
    sessions = new Sessions();
    status = new FakeStatus();
    sessions.put(SESSION);
    show('❯ ', { kind: 'idle' });
    processes = [PROGRAM];
    preview = { kind: 'latest' };
    onPreview = () => {};
  });

  function show(row: string, state: ActivityState): void {
    const cursor = { row: 0, column: row.length };
    sessions.screens.set(ID, { rows: [row], cursor, altScreen: false, title: '' });
    const nothing = { signals: [], overruled: [], screen: [], remarks: [], ruleProblems: [] };
    const rules = { matchesScreen: true, rules: 'ada' };
    status.explainAs(ID, { activity: activity(state), ...nothing, ...rules });
  }

  async function end(id = ID): Promise<string | undefined> {
    const listed = processes;
    const ends = new OrphanEnds({
      folders: () => [FOLDER],
      listProcesses: listed && (() => Promise.resolve(listed)),
      resumePreviews: {
        find: (folder, cwd, ptyId) => {
          assert.deepEqual([folder, cwd, ptyId], [FOLDER, '/work', ID]);
          onPreview();
          return Promise.resolve(preview);
        },
      },
      sessions,
      status,
    });
    const [found] = await ends.end([id]);
    assert.equal(found?.id, id);
    return found.kept;
  }

  async function isKept(reason: RegExp): Promise<void> {
    assert.match((await end()) ?? 'ended', reason);
    assert.deepEqual(sessions.killed, []);
  }

  it('ends an idle agent whose conversation can be resumed', async () => {
    assert.equal(await end(), undefined);
    assert.deepEqual(sessions.killed, [ID]);
  });

  it('keeps an agent with an open question', async () => {
    show('❯ 1. Yes', { kind: 'needsInput', need: 'permission', question: 'Run it?' });
    await isKept(/open question/);
  });

  it('keeps an agent with a draft', async () => {
    show('❯ half a thought', { kind: 'idle' });
    await isKept(/draft/);
  });

  it('keeps an agent with a child process', async () => {
    processes = [PROGRAM, CHILD];
    await isKept(/child processes run: ada/);
  });

  it('keeps an agent whose child processes the system does not list', async () => {
    processes = undefined;
    await isKept(/cannot be listed/);
  });

  it('keeps an agent whose conversation cannot be resumed', async () => {
    preview = { kind: 'new' };
    await isKept(/resumable/);
  });

  it('keeps an agent of a folder that is not open here', async () => {
    sessions.put({ ...SESSION, folder: 'file:///other' });
    await isKept(/resumable/);
  });

  const uses: readonly (readonly [string, Partial<SessionInfo>])[] = [
    ['prints', { lastOutputAt: 7 }],
    ['is typed into', { lastInputAt: 7 }],
    ['is shown', { attachedCount: 1 }],
    ['is started again', { generation: 2 }],
  ];
  for (const [what, change] of uses) {
    it(`keeps an agent that ${what} while it is judged`, async () => {
      onPreview = () => sessions.put({ ...SESSION, ...change });
      await isKept(/used meanwhile/);
    });
  }

  it('reports an unknown session, and one that ends meanwhile', async () => {
    assert.match((await end('ada-main-t9')) ?? '', /does not run here/);
    sessions.put({ ...SESSION, id: 'ada-main-t2' });
    assert.match((await end('ada-main-t2')) ?? '', /ended by itself/);
  });
});
