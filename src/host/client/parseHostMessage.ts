import { SessionError } from '../../base/errors';
import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';
import type { HostMessage } from '../protocol/messages';
import { fromWireMessage, type WireMessage } from '../protocol/wire';
import { isWireSession } from './parseSessionInfo';
import { hasFields, isBoolean, isNumber, isString, oneOf, orNull } from './fieldChecks';

type Check = (value: unknown) => boolean;

const TOUCHED = {
  id: isString,
  life: isNumber,
  lastOutputAt: orNull(isNumber),
  lastInputAt: orNull(isNumber),
  bracketedPaste: isBoolean,
};

const MESSAGES = {
  event: {
    event: (value) =>
      hasFields(value, {
        type: oneOf(['created', 'changed', 'agentExit', 'exit', 'removed']),
        session: isWireSession,
      }),
  },
  signal: {
    signal: (value) =>
      hasFields(value, {
        id: isString,
        life: isNumber,
        kind: oneOf(['osc']),
        code: isNumber,
        data: isString,
      }),
  },
  touched: {
    sessions: (value) => Array.isArray(value) && value.every((one) => hasFields(one, TOUCHED)),
  },
  redrawn: { stream: isNumber, redraw: isNumber },
  gap: { stream: isNumber },
  exit: { stream: isNumber, session: isWireSession },
  typed: { seq: isNumber },
} as const satisfies Record<HostMessage['note'], Readonly<Record<string, Check>>>;

/**
 * Parses a message of a host. Returns undefined for a kind that only newer hosts send.
 * @throws {SessionError} `BAD_REQUEST` for content that is not a message of this protocol.
 */
export function parseHostMessage(content: Uint8Array): HostMessage | undefined {
  const value = tryParseJson(Buffer.from(content).toString());
  if (isRecord(value) && isString(value['note']) && !(value['note'] in MESSAGES)) {
    return undefined;
  }
  if (!isWireMessage(value)) {
    throw new SessionError(
      'BAD_REQUEST',
      'A message of the session host does not belong to this protocol.',
    );
  }
  return fromWireMessage(value);
}

function isWireMessage(value: unknown): value is WireMessage {
  return Object.entries(MESSAGES).some(
    ([note, checks]) => hasFields(value, checks) && value['note'] === note,
  );
}
