import assert from 'node:assert/strict';
import { parseHostMessage } from '../../../../src/host/client/parseHostMessage';
import { parseSessionInfo } from '../../../../src/host/client/parseSessionInfo';
import { parseWelcome } from '../../../../src/host/client/parseWelcome';
import type { HostMessage } from '../../../../src/host/protocol/messages';
import { toWireMessage, toWireSession, toWireWelcome } from '../../../../src/host/protocol/wire';
import { sessionInfo } from '../../../support/pty/fakeSessions';

const SESSION = sessionInfo({ generation: 3 });
const { generation, notices, ...REST } = SESSION;

/** A session as hosts and windows of version 0.1.0 send it, with its own names. */
const SENT = { ...REST, life: generation, remarks: notices };

const MESSAGES: readonly (readonly [HostMessage, object])[] = [
  [
    { note: 'event', event: { type: 'changed', session: SESSION } },
    { note: 'event', event: { type: 'changed', session: SENT } },
  ],
  [
    { note: 'exit', stream: 1, session: SESSION },
    { note: 'exit', stream: 1, session: SENT },
  ],
  [
    { note: 'signal', signal: { id: 'a', generation: 3, kind: 'osc', code: 0, data: 'title' } },
    { note: 'signal', signal: { id: 'a', life: 3, kind: 'osc', code: 0, data: 'title' } },
  ],
  [
    {
      note: 'touched',
      sessions: [
        { id: 'a', generation: 3, lastOutputAt: 1, lastInputAt: null, bracketedPaste: false },
      ],
    },
    {
      note: 'touched',
      sessions: [{ id: 'a', life: 3, lastOutputAt: 1, lastInputAt: null, bracketedPaste: false }],
    },
  ],
  [
    { note: 'typed', seq: 4 },
    { note: 'typed', seq: 4 },
  ],
];

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the messages of protocol 1', () => {
  it('represent a session with the names of version 0.1.0', () => {
    assert.deepEqual(toWireSession(SESSION), SENT);
    assert.deepEqual(parseSessionInfo(asJson(SENT)), asJson(SESSION));
    assert.equal(parseSessionInfo(asJson(SESSION)), undefined);
  });

  it('represent a welcome with these names', () => {
    const welcome = {
      ...{ pid: 1, version: '0.1.0', protocol: 1, capabilities: [], host: 'h', startedAt: '' },
      ...{ typedSeq: 0, sessions: [SESSION] },
    };
    const sent = { ...welcome, sessions: [SENT] };
    assert.deepEqual(toWireWelcome(welcome), sent);
    assert.deepEqual(parseWelcome(asJson(sent)), asJson(welcome));
  });

  for (const [note, sent] of MESSAGES) {
    it(`represent a note "${note.note}" with these names`, () => {
      assert.deepEqual(toWireMessage(note), sent);
      assert.deepEqual(parseHostMessage(Buffer.from(JSON.stringify(sent))), asJson(note));
    });
  }
});
