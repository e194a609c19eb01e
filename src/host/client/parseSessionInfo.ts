import type { WireSession } from '../protocol/calls';
import { fromWireSession } from '../protocol/wire';
import type { SessionInfo } from '../../pty/sessionService';
import { hasFields, isBoolean, isNumber, isString, oneOf, orNull } from './fieldChecks';

const FIELDS = {
  id: isString,
  life: isNumber,
  label: isString,
  kind: oneOf(['local', 'ssh']),
  state: oneOf(['creating', 'active', 'idle', 'terminated']),
  workDir: isString,
  afterExit: oneOf(['shell', 'keep', 'close']),
  createdAt: isString,
  programStartedAt: isString,
  exec: isString,
  pid: orNull(isNumber),
  attachedCount: isNumber,
  hasOutput: isBoolean,
  lastOutputAt: orNull(isNumber),
  lastInputAt: orNull(isNumber),
  bracketedPaste: isBoolean,
  dimensions: (value: unknown) => hasFields(value, { cols: isNumber, rows: isNumber }),
  fellBack: isBoolean,
  exitCode: orNull(isNumber),
  exitSignal: orNull(isString),
  isKilled: isBoolean,
  agentExitCode: orNull(isNumber),
  parent: orNull(isString),
  persistence: oneOf(['window', 'tmux', 'host']),
  folder: orNull(isString),
  isLost: isBoolean,
  // Hosts of 0.2.0 do not send it.
  pendingStart: (value: unknown) =>
    value === undefined || hasFields(value, { reason: isString, isStuck: isBoolean }),
  remarks: (value: unknown) => Array.isArray(value) && value.every(isString),
} as const satisfies Record<keyof WireSession, (value: unknown) => boolean>;

/** Whether the value is a session as hosts of this protocol send it. */
export function isWireSession(value: unknown): value is WireSession {
  return hasFields(value, FIELDS);
}

/** Returns undefined for anything else than a session of a host of this protocol. */
export function parseSessionInfo(value: unknown): SessionInfo | undefined {
  return isWireSession(value) ? fromWireSession(value) : undefined;
}
