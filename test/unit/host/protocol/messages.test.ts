import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { CREATE, SCREEN } from '../../../../src/host/protocol/calls';
import {
  parseClientMessage,
  parseHostMessage,
  type ClientMessage,
  type HostMessage,
} from '../../../../src/host/protocol/messages';
import type { SessionInfo, SessionSpec } from '../../../../src/pty/sessionService';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { specOf } from '../../../support/pty/useSessionManager';

const SESSION: Required<SessionInfo> = {
  ...sessionInfo(),
  pendingStart: { reason: 'has not begun', isStuck: false },
};

const OF_HOST: readonly HostMessage[] = [
  { note: 'event', event: { type: 'changed', session: SESSION } },
  { note: 'exit', stream: 1, session: SESSION },
  { note: 'signal', signal: { id: 'a', generation: 3, kind: 'osc', code: 0, data: 'title' } },
];

const OF_CLIENT: readonly ClientMessage[] = [
  {
    note: 'limits',
    limits: {
      ...{ maxSessions: 1, exitedRetentionMs: 0, keepScreensOnDisk: true, screenWorker: 'auto' },
      look: { unicodeVersion: '11', theme: 'dark', foreground: [1, 2, 3], background: [0, 0, 0] },
    },
  },
  {
    ...{ note: 'attach', stream: 1, id: 'a', dimensions: { cols: 80, rows: 24 } },
    ...{ scrollback: 10, isTerminal: false },
  },
  { note: 'input', id: 'a', base64: 'eA==' },
];

const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const isRefused = (error: unknown): boolean => SessionError.is(error, 'BAD_REQUEST');

describe('the messages of the protocol', () => {
  it('arrive with all their fields', () => {
    assert.deepEqual(
      OF_HOST.map((note) => parseHostMessage(bytes(note))),
      OF_HOST,
    );
    assert.deepEqual(
      OF_CLIENT.map((note) => parseClientMessage(bytes(note))),
      OF_CLIENT,
    );
  });

  it('of a later version are ignored, and so are their additional fields', () => {
    assert.equal(parseHostMessage(bytes({ note: 'weather' })), undefined);
    assert.equal(parseClientMessage(bytes({ note: 'toString' })), undefined);
    const [, exit] = OF_HOST;
    assert.deepEqual(parseHostMessage(bytes({ ...exit, mood: 'good' })), exit);
  });

  it('are refused if a field is missing or of another type', () => {
    const { state, ...rest } = SESSION;
    for (const session of [rest, { ...rest, state: 'odd' }, { ...rest, state, pid: '1' }, null]) {
      assert.throws(() => parseHostMessage(bytes({ note: 'exit', stream: 1, session })), isRefused);
    }
    for (const note of [null, 7, {}, { note: 'detach' }, { note: 'detach', stream: -1 }]) {
      assert.throws(() => parseClientMessage(bytes(note)), isRefused);
    }
  });
});

describe('the calls of the protocol', () => {
  it('pass on what only other parts know of a program', () => {
    const { program, ...rest } = specOf('a');
    const spec: SessionSpec = {
      ...rest,
      program: { ...program, ssh: { host: 'h' } as never, onceFile: { path: '/a', text: 'n' } },
    };
    assert.deepEqual(CREATE.params.parse(spec), spec);
  });

  it('return all that a screen shows', () => {
    const screen = {
      ...{ rows: ['a'], wrapped: [0], cursor: { row: 0, column: 1 }, altScreen: false },
      ...{ title: 't', output: 7 },
    };
    assert.deepEqual(SCREEN.answer.parse(screen), screen);
  });
});
