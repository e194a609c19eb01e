import assert from 'node:assert/strict';
import type { FolderRef } from '../../../../src/agents/folderRef';
import type { ApiError } from '../../../../src/operations/apiError';
import { ApiTokens } from '../../../../src/api/auth/apiTokens';
import { Authenticator } from '../../../../src/api/auth/authenticator';
import { Connections, type Connection } from '../../../../src/api/auth/connections';
import { WrongTokens } from '../../../../src/api/auth/wrongTokens';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import { ManualClock } from '../../../support/manualClock';

const ID = 'ada-main-t1';
const OWN: FolderRef = { uri: 'file:///own', path: '/own', name: 'own' };
const OTHER: FolderRef = { uri: 'file:///other', path: '/other', name: 'other' };

describe('Connections', () => {
  let folders: readonly FolderRef[];
  let agentsMayDrive: boolean;
  let isEnabled: boolean;
  let folderOfAgent: FolderRef;
  let warnings: string[];
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
    const logger = { warn: (message: string) => warnings.push(message) };
    const wrongTokens = new WrongTokens({ clock: new ManualClock(), logger });
    connections = new Connections(
      new Authenticator({ tokens, isEnabled: () => isEnabled, wrongTokens }),
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
});
