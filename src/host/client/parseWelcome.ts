import { SessionError } from '../../base/errors';
import { PROTOCOL_VERSION, type Welcome } from '../protocol/calls';
import { isSessionInfo } from './parseSessionInfo';
import { hasFields, isNumber, isString } from './shape';

const FIELDS = {
  pid: isNumber,
  version: isString,
  protocol: isNumber,
  capabilities: (value: unknown) => Array.isArray(value) && value.every(isString),
  host: isString,
  startedAt: isString,
  typedSeq: isNumber,
  sessions: (value: unknown) => Array.isArray(value) && value.every(isSessionInfo),
} as const satisfies Record<keyof Welcome, (value: unknown) => boolean>;

/**
 * What a host answered to the first words.
 * @throws {SessionError} `ILLEGAL_STATE` where it is none of this protocol.
 */
export function parseWelcome(value: unknown): Welcome {
  if (!isWelcome(value)) {
    throw new SessionError(
      'ILLEGAL_STATE',
      'What listens at the place of the session host answers as none does: end that process, or restart the host.',
    );
  }
  if (value.protocol !== PROTOCOL_VERSION) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `The session host of process ${value.pid} speaks protocol ${value.protocol} and this window ${PROTOCOL_VERSION}: its sessions are left to windows of its version, ${value.version}.`,
    );
  }
  return value;
}

function isWelcome(value: unknown): value is Welcome {
  return hasFields(value, FIELDS);
}
