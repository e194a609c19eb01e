import type { VisibleScreen } from '../../pty/sessionService';
import type { HostReport } from '../protocol/calls';
import { hasFields, isBoolean, isNumber, isString } from './fieldChecks';

const REPORT = {
  pid: isNumber,
  version: isString,
  protocol: isNumber,
  startedAt: isString,
  uptimeMs: isNumber,
  rss: isNumber,
  sessions: isNumber,
  clients: isNumber,
} as const satisfies Record<keyof HostReport, (value: unknown) => boolean>;

const SCREEN = {
  rows: (value: unknown) => Array.isArray(value) && value.every(isString),
  cursor: (value: unknown) => hasFields(value, { row: isNumber, column: isNumber }),
  wrapped: (value: unknown) =>
    value === undefined || (Array.isArray(value) && value.every(isNumber)),
  altScreen: isBoolean,
  title: isString,
  output: (value: unknown) => value === undefined || isNumber(value),
} as const satisfies Record<keyof VisibleScreen, (value: unknown) => boolean>;

export function isReport(value: unknown): boolean {
  return hasFields(value, REPORT);
}

export function isVisibleScreen(value: unknown): boolean {
  return hasFields(value, SCREEN);
}
