import { SessionError } from '../../base/errors';
import { PROTOCOL_VERSION, type Welcome, type WireWelcome } from '../protocol/calls';
import { fromWireWelcome } from '../protocol/wire';
import { isWireSession } from './parseSessionInfo';
import { hasFields, isNumber, isString } from './fieldChecks';

const FIELDS = {
  pid: isNumber,
  version: isString,
  protocol: isNumber,
  capabilities: (value: unknown) => Array.isArray(value) && value.every(isString),
  host: isString,
  startedAt: isString,
  typedSeq: isNumber,
  sessions: (value: unknown) => Array.isArray(value) && value.every(isWireSession),
} as const satisfies Record<keyof WireWelcome, (value: unknown) => boolean>;

/**
 * Parses a host's answer to the hello.
 * @throws {SessionError} `ILLEGAL_STATE` if it is not a welcome of this protocol.
 */
export function parseWelcome(value: unknown): Welcome {
  if (!isWelcome(value)) {
    throw new SessionError(
      'ILLEGAL_STATE',
      'The process that listens on the socket of the session host does not answer like a session host. End that process, or restart the host.',
    );
  }
  if (value.protocol !== PROTOCOL_VERSION) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `The session host of process ${value.pid} uses protocol ${value.protocol}, and this window uses protocol ${PROTOCOL_VERSION}. Its sessions belong to windows of version ${value.version}.`,
    );
  }
  return fromWireWelcome(value);
}

function isWelcome(value: unknown): value is WireWelcome {
  return hasFields(value, FIELDS);
}
