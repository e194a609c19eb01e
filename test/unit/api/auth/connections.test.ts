import assert from 'node:assert/strict';
import type { FolderRef } from '../../../../src/agents/folderRef';
import type { ApiError } from '../../../../src/api/http/apiError';
import { ApiTokens } from '../../../../src/api/auth/apiTokens';
import { Authenticator } from '../../../../src/api/auth/authenticator';
import { Connections, type Connection } from '../../../../src/api/auth/connections';
import { UnansweredRequests } from '../../../../src/api/auth/unansweredRequests';
import { WrongTokens } from '../../../../src/api/auth/wrongTokens';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import { ManualClock } from '../../../support/manualClock';

const ID = 'ada-main-t1';
const AGENT = { authorization: 'Bearer agent', query: new URLSearchParams() };
const OWN: FolderRef = { uri: 'file:///own', path: '/own', name: 'own' };
const OTHER: FolderRef = { uri: 'file:///other', path: '/other', name: 'other' };

describe('Connections', () => {
  let folders: readonly FolderRef[];
  let agentsMayDrive: boolean;
  let isEnabled: boolean;
  let folderOfAgent: FolderRef;
  let warnings: string[];
  let clock: ManualClock;
  let sessions: FakeSessions;
  let tokens: ApiTokens;
  let connections: Connections;

  beforeEach(() => {
    folders = [OWN, OTHER];
    agentsMayDrive = true;
    isEnabled = true;
    folderOfAgent = OWN;
    warnings = [];
    sessions = new FakeSessions();
    sessions.put(sessionInfo({ id: ID }));
    tokens = new ApiTokens({
      agents: { sessionOf: (token) => (token === 'agent' ? ID : undefined) },
      hooks: { sessionOf: () => undefined },
      sessions,
      folders: () => folders,
      folderOf: () => folderOfAgent,
      agentsMayDrive: () => agentsMayDrive,
    });
    clock = new ManualClock();
    const logger = { warn: (message: string) => warnings.push(message) };
    const wrongTokens = new WrongTokens({ clock, logger });
    connections = new Connections(
      new Authenticator({ tokens, isEnabled: () => isEnabled, wrongTokens }),
      new UnansweredRequests(clock),
    );
  });

  const begin = (token: string): Connection =>
    connections.begin({ authorization: `Bearer ${token}`, query: new URLSearchParams() });

  /** The code with which each was aborted; undefined: it was not. */
  const abortCodes = (all: readonly Connection[]): readonly (string | undefined)[] => {
    connections.review();
    return all.map(({ signal }) => (signal.aborted ? (signal.reason as ApiError).code : undefined));
  };

  const all = (): readonly Connection[] =>
    [tokens.owner, tokens.tokenOf(OWN), tokens.tokenOf(OTHER), 'agent'].map(begin);

  it('keeps all connections while nothing has changed', () => {
    assert.deepEqual(abortCodes(all()), [undefined, undefined, undefined, undefined]);
  });

  const changes: readonly (readonly [string, () => void, readonly (string | undefined)[]])[] = [
    [
      'all when the API is switched off',
      () => (isEnabled = false),
      ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
    ],
    [
      'those of agents when agents may no longer drive',
      () => (agentsMayDrive = false),
      [undefined, undefined, undefined, 'SESSION_USER_MISMATCH'],
    ],
    [
      'those of a folder that is closed',
      () => (folders = [OTHER]),
      [undefined, 'UNAUTHORIZED', undefined, undefined],
    ],
    [
      'that of an agent that has ended',
      () => sessions.put(sessionInfo({ id: ID, state: 'terminated' })),
      [undefined, undefined, undefined, 'UNAUTHORIZED'],
    ],
    [
      'that of an agent that now belongs to another folder',
      () => (folderOfAgent = OTHER),
      [undefined, undefined, undefined, 'UNAUTHORIZED'],
    ],
  ];
  for (const [what, change, expected] of changes) {
    it(`aborts ${what}`, () => {
      const here = all();
      change();
      assert.deepEqual(abortCodes(here), expected);
      assert.deepEqual(warnings, []);
    });
  }

  it('does not abort a connection that has ended', () => {
    const connection = begin('agent');
    connection.dispose();
    agentsMayDrive = false;
    assert.deepEqual(abortCodes([connection]), [undefined]);
  });

  it('refuses wrong credentials', () => {
    assert.throws(() => begin('wrong'), { code: 'UNAUTHORIZED' });
    assert.equal(warnings.length, 1);
  });

  it('sends its callers to the next server when it is retired', () => {
    const open = (['request', 'wait', 'stream', 'socket'] as const).map((kind) =>
      connections.begin(AGENT, kind),
    );
    connections.retire();
    assert.deepEqual(abortCodes(open), ['DETACHED', 'MOVED', 'MOVED', undefined]);
    assert.throws(() => begin('agent'), { code: 'MOVED' });
    assert.throws(() => begin('wrong'), { code: 'UNAUTHORIZED' });
  });

  describe('waits for answers', () => {
    const settled = async (): Promise<boolean> => {
      let isSettled = false;
      void connections.requests.whenAnswered().then(() => (isSettled = true));
      await new Promise((resolve) => setImmediate(resolve));
      return isSettled;
    };

    it('until each request has ended', async () => {
      const [one, other] = [begin('agent'), begin('agent')];
      assert.equal(await settled(), false);
      one.dispose();
      one.dispose();
      assert.equal(await settled(), false);
      other.dispose();
      assert.equal(await settled(), true);
    });

    it('but not longer than a minute for those of agents, which follow each other [A56]', async () => {
      const first = begin('agent');
      clock.advance(3_600_000);
      assert.equal(await settled(), false);
      clock.advance(30_000);
      begin('agent');
      first.dispose();
      clock.advance(29_999);
      assert.equal(await settled(), false);
      clock.advance(1);
      assert.equal(await settled(), true);
      begin('agent');
      assert.equal(await settled(), true);
      begin(tokens.owner);
      clock.advance(3_600_000);
      assert.equal(await settled(), false);
    });

    it('but not for waits, streams and sockets', async () => {
      for (const kind of ['wait', 'stream', 'socket'] as const) {
        connections.begin(AGENT, kind);
      }
      assert.equal(await settled(), true);
    });
  });
});
