import assert from 'node:assert/strict';
import type { FolderRef } from '../../../../src/agents/agentService';
import type { ApiError } from '../../../../src/api/http/apiError';
import { ApiTokens } from '../../../../src/api/auth/apiTokens';
import { Authenticator } from '../../../../src/api/auth/authenticator';
import { Connections, type Visit } from '../../../../src/api/auth/connections';
import { WrongTokens } from '../../../../src/api/auth/wrongTokens';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import { ManualClock } from '../../../support/manualClock';

const ID = 'ada-main-t1';
const OWN: FolderRef = { uri: 'file:///own', path: '/own', name: 'own' };
const OTHER: FolderRef = { uri: 'file:///other', path: '/other', name: 'other' };

describe('Visits', () => {
  let folders: readonly FolderRef[];
  let agentsMayDrive: boolean;
  let isEnabled: boolean;
  let folderOfAgent: FolderRef;
  let warnings: string[];
  let sessions: FakeSessions;
  let tokens: ApiTokens;
  let visits: Connections;

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
      sessions,
      folders: () => folders,
      folderOf: () => folderOfAgent,
      agentsMayDrive: () => agentsMayDrive,
    });
    const logger = { warn: (message: string) => warnings.push(message) };
    const wrongTokens = new WrongTokens({ clock: new ManualClock(), logger });
    visits = new Connections(
      new Authenticator({ tokens, isEnabled: () => isEnabled, wrongTokens }),
    );
  });

  const begin = (token: string): Visit =>
    visits.begin({ authorization: `Bearer ${token}`, query: new URLSearchParams() });

  /** Why each has to leave. */
  const told = (all: readonly Visit[]): readonly (string | undefined)[] => {
    visits.review();
    return all.map(({ signal }) => (signal.aborted ? (signal.reason as ApiError).code : undefined));
  };

  const all = (): readonly Visit[] =>
    [tokens.owner, tokens.tokenOf(OWN), tokens.tokenOf(OTHER), 'agent'].map(begin);

  it('let everybody stay while nothing has changed', () => {
    assert.deepEqual(told(all()), [undefined, undefined, undefined, undefined]);
  });

  const changes: readonly (readonly [string, () => void, readonly (string | undefined)[]])[] = [
    [
      'everybody leave where the API is switched off',
      () => (isEnabled = false),
      ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
    ],
    [
      'agents leave where they may drive no longer',
      () => (agentsMayDrive = false),
      [undefined, undefined, undefined, 'SESSION_USER_MISMATCH'],
    ],
    [
      'those of a folder leave that is closed',
      () => (folders = [OTHER]),
      [undefined, 'UNAUTHORIZED', undefined, undefined],
    ],
    [
      'an agent leave that has ended',
      () => sessions.put(sessionInfo({ id: ID, state: 'terminated' })),
      [undefined, undefined, undefined, 'UNAUTHORIZED'],
    ],
    [
      'an agent leave that belongs to another folder now',
      () => (folderOfAgent = OTHER),
      [undefined, undefined, undefined, 'UNAUTHORIZED'],
    ],
  ];
  for (const [what, change, expected] of changes) {
    it(`let ${what}`, () => {
      const here = all();
      change();
      assert.deepEqual(told(here), expected);
      assert.deepEqual(warnings, []);
    });
  }

  it('do nothing about one that is over', () => {
    const visit = begin('agent');
    visit.dispose();
    agentsMayDrive = false;
    assert.deepEqual(told([visit]), [undefined]);
  });

  it('begin for nobody who is not let in', () => {
    assert.throws(() => begin('wrong'), { code: 'UNAUTHORIZED' });
    assert.equal(warnings.length, 1);
  });
});
