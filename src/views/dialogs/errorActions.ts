import { SessionError, type SessionErrorCode } from '../../base/errors';
import type { SettingKey } from '../../config/contributions';
import { CliNotFoundError } from '../../providers/launch/cliNotFound';

export type ErrorAction =
  | { readonly kind: 'showLog' }
  | { readonly kind: 'manageTrust' }
  | { readonly kind: 'openSettings'; readonly setting: SettingKey }
  | { readonly kind: 'copyInstallCommand'; readonly command: string };

const SHOW_LOG = { kind: 'showLog' } as const;

/** Each code has at least one action: VS Code cuts a message without a button to one line. */
const ACTIONS = {
  AGENT_BLOCKED: [SHOW_LOG],
  AGENT_NOT_READY: [SHOW_LOG],
  BAD_REQUEST: [SHOW_LOG],
  CLI_NOT_FOUND: [{ kind: 'openSettings', setting: 'providers' }],
  CWD_NOT_FOUND: [SHOW_LOG],
  DETACHED: [SHOW_LOG],
  ILLEGAL_STATE: [SHOW_LOG],
  MAX_SESSIONS: [{ kind: 'openSettings', setting: 'maxSessions' }],
  MOVED: [SHOW_LOG],
  NEEDS_INPUT: [SHOW_LOG],
  PROMPT_STALLED: [SHOW_LOG],
  PROVIDER_NOT_FOUND: [{ kind: 'openSettings', setting: 'providers' }],
  SESSION_BUSY: [SHOW_LOG],
  SESSION_EXISTS: [SHOW_LOG],
  SESSION_EXITED: [SHOW_LOG],
  SESSION_NOT_FOUND: [SHOW_LOG],
  SPAWN_FAILED: [SHOW_LOG],
  TIMEOUT: [SHOW_LOG],
  UNSUPPORTED_PLATFORM: [SHOW_LOG],
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
