import assert from 'node:assert/strict';
import { FollowedConversations } from '../../../../src/agents/conversations/followedConversations';
import { SessionError } from '../../../../src/base/errors';
import { Emitter } from '../../../../src/base/event';
import type { HookSupport } from '../../../../src/providers/model/hookSupport';
import type { HookEvent } from '../../../../src/status/sources/hookEvent';
import { sessionInfo } from '../../../support/pty/fakeSessions';

const PTY_ID = 'ada-main-t1';
const FIRST = 'conversation-1';
const SECOND = 'conversation-2';

const HOOKS: HookSupport = {
  kind: 'settingsFlag',
  value: 'jsonOrFile',
  flag: '--settings',
  rules: [],
  notOfSession: [{ side: true }],
  conversation: { event: 'Start', at: 'id' },
};

describe('FollowedConversations', () => {
  let events = new Emitter<HookEvent>();
  let followed: string[] = [];
  let log: string[] = [];
  let faults: unknown[] = [];
  let known: string | undefined;

  /** Starts the subject; `take` stores a followed conversation, and succeeds by default. */
  function follow(take: (id: string) => Promise<void> = () => Promise.resolve()): void {
    new FollowedConversations({
      onDidReceive: events.event,
      sessions: { get: (id) => (id === PTY_ID ? sessionInfo({ id }) : undefined) },
      map: { get: () => (known === undefined ? undefined : { uuid: known, cwd: '/work' }) },
      sessionConversations: {
        follow: async (session, id) => {
          await take(id);
          followed.push(`${session.id} ${id}`);
          known = id;
        },
      },
      providerOf: () => ({ name: 'Ada', hooks: HOOKS }),
      logger: { info: (message) => void log.push(message) },
      handleError: (error) => void faults.push(error),
    });
  }

  beforeEach(() => {
    events = new Emitter();
    [followed, log, faults] = [[], [], []];
    known = FIRST;
  });

  async function fireHook(payload: unknown, change: Partial<HookEvent> = {}): Promise<void> {
    events.fire({ ptyId: PTY_ID, name: 'Start', payload, at: 0, ...change });
    await new Promise(setImmediate);
  }

  it('follows a session to another conversation, and logs it', async () => {
    follow();
    await fireHook({ id: SECOND });
    assert.deepEqual(followed, [`${PTY_ID} ${SECOND}`]);
    assert.deepEqual(log, [`Session ${PTY_ID} continues conversation ${SECOND}.`]);
  });

  it('follows a session to the last of several conversations', async () => {
    follow();
    await Promise.all([
      fireHook({ id: SECOND }),
      fireHook({ id: FIRST }),
      fireHook({ id: SECOND }),
    ]);
    assert.equal(known, SECOND);
    assert.equal(followed.length, 3);
  });

  it('ignores the stored conversation, other events, unknown sessions, side agents and no payload', async () => {
    follow();
    await fireHook({ id: FIRST });
    await fireHook({ id: SECOND }, { name: 'Stop' });
    await fireHook({ id: SECOND }, { ptyId: 'ada-main-gone' });
    await fireHook({ id: SECOND, side: true });
    await fireHook(undefined);
    assert.deepEqual(followed, []);
  });

  it('logs a conversation that another session has, without an error', async () => {
    follow(() => Promise.reject(new SessionError('ILLEGAL_STATE', 'Another one has it.')));
    await fireHook({ id: SECOND });
    assert.deepEqual([followed, faults], [[], []]);
    assert.match(
      log.join(),
      /^Conversation conversation-2 of session .* is not recorded: Another one has it\./,
    );
  });

  it('continues after a fault', async () => {
    let isFirst = true;
    follow(() => {
      const fault = isFirst ? Promise.reject(new Error('disk')) : Promise.resolve();
      isFirst = false;
      return fault;
    });
    await fireHook({ id: SECOND });
    assert.equal(faults.length, 1);
    await fireHook({ id: SECOND });
    assert.equal(known, SECOND);
  });
});
