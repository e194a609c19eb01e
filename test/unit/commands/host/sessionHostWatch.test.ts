import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event';
import type { HostHealth } from '../../../../src/commands/host/describeSessionHost';
import { SessionHostWatch } from '../../../../src/commands/host/sessionHostWatch';
import type { SessionEvent, SessionInfo } from '../../../../src/pty/sessionService';
import { sessionInfo } from '../../../support/pty/fakeSessions';

const ENDED = { state: 'terminated', persistence: 'host' } as const;
const GONE: HostHealth = { state: 'gone', pid: 7, lost: [] };

describe('SessionHostWatch', () => {
  const health = new Emitter<HostHealth>();
  const sessions = new Emitter<SessionEvent>();
  let offered: string[];
  let opened: string[];
  /** What the person chooses, and the result of opening a session. */
  let answers: { resume: boolean; open: (id: string) => unknown };
  let watch: SessionHostWatch;

  beforeEach(() => {
    [offered, opened] = [[], []];
    answers = { resume: false, open: () => assert.fail('No session is opened.') };
    watch = new SessionHostWatch({
      onDidChangeHealth: health.event,
      onDidChangeSessions: sessions.event,
      messages: {
        offer: (text: string) => {
          offered.push(text);
          return Promise.resolve(answers.resume);
        },
        showError: (error) => assert.fail(String(error)),
      },
      log: { info() {} },
      openSession: (id) => {
        opened.push(id);
        return Promise.resolve(answers.open(id));
      },
      showSessionHost: () => assert.fail('The session host is not shown.'),
    });
  });

  afterEach(() => watch.dispose());

  const exit = (change: Partial<SessionInfo>): void =>
    sessions.fire({ type: 'exit', session: sessionInfo({ ...ENDED, ...change }) });

  it('reports the agents that were lost with their host, once', () => {
    exit({ id: 'ada-main-1', label: 'Ada', isLost: true });
    health.fire(GONE);
    health.fire(GONE);
    assert.equal(offered.length, 1);
    assert.match(offered[0] ?? '', /process 7, has ended, and with it Ada\./);
  });

  it('resumes the agents that were lost, and stops at the first that cannot be opened', async () => {
    answers = { resume: true, open: (id) => (id === 'ada-main-2' ? undefined : { session: id }) };
    for (const id of ['ada-main-1', 'ada-main-2', 'ada-main-3']) {
      exit({ id, isLost: true });
    }
    health.fire(GONE);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(opened, ['ada-main-1', 'ada-main-2']);
  });

  it('does not report a session that ended by itself, a shell, or one whose agent had already ended', () => {
    exit({ id: 'ada-main-1', isLost: false });
    exit({ id: 'shell-chat-1', isLost: true });
    exit({ id: 'ada-main-2', isLost: true, agentExitCode: 0 });
    health.fire(GONE);
    assert.deepEqual(offered, []);
  });

  it('does not report sessions that lost their SSH connection or tmux, inside or outside of the host', () => {
    for (const persistence of ['host', 'window'] as const) {
      const line = { kind: 'ssh', isLost: true, persistence } as const;
      exit({ ...line, id: 'ada-main-1', exitCode: 255 });
      exit({ ...line, id: 'ada-main-2', exitSignal: 'SIGKILL' });
    }
    exit({ id: 'ada-main-3', isLost: true, persistence: 'tmux', exitSignal: 'SIGHUP' });
    health.fire(GONE);
    assert.deepEqual(offered, []);
  });

  it('reports an unresponsive host, and ignores a healthy or missing one', () => {
    health.fire({ state: 'responsive', pid: 7 });
    health.fire({ state: 'none' });
    assert.deepEqual(offered, []);
    health.fire({ state: 'unresponsive', pid: 7 });
    assert.match(offered[0] ?? '', /process 7, does not answer/);
  });
});
