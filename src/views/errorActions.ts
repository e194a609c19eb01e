import { SessionError, type SessionErrorCode } from '../base/errors';
import type { SettingKey } from '../config/contributions';
import { CliNotFoundError } from '../providers/cliNotFoundError';

/** What a message of a failure offers to do about it. */
export type ErrorAction =
  | { readonly kind: 'showLog' }
  | { readonly kind: 'manageTrust' }
  | { readonly kind: 'openSettings'; readonly setting: SettingKey }
  | { readonly kind: 'copyInstallCommand'; readonly command: string };

const SHOW_LOG = { kind: 'showLog' } as const;

const ACTIONS = {
  BAD_REQUEST: [],
  CLI_NOT_FOUND: [{ kind: 'openSettings', setting: 'providers' }],
  CWD_NOT_FOUND: [],
  DETACHED: [],
  ILLEGAL_STATE: [SHOW_LOG],
  MAX_SESSIONS: [{ kind: 'openSettings', setting: 'maxSessions' }],
  PROVIDER_NOT_FOUND: [{ kind: 'openSettings', setting: 'providers' }],
  SESSION_EXISTS: [],
  SESSION_EXITED: [],
  SESSION_NOT_FOUND: [],
  SPAWN_FAILED: [SHOW_LOG],
  UNSUPPORTED_PLATFORM: [],
  UNTRUSTED: [{ kind: 'manageTrust' }],
} as const satisfies Record<SessionErrorCode, readonly ErrorAction[]>;

export function errorActions(error: unknown): readonly ErrorAction[] {
  if (!SessionError.is(error)) {
    return [SHOW_LOG];
  }
  const command = error instanceof CliNotFoundError ? error.installCommand : undefined;
  return command === undefined
    ? ACTIONS[error.code]
    : [{ kind: 'copyInstallCommand', command }, ...ACTIONS[error.code]];
}
