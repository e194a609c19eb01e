import { SessionError } from './errors';

/** Why nothing starts, for the person. */
export const DISABLED =
  'Agent Terminals is disabled and starts nothing, because its environment has AGENT_TERMINALS_DISABLE=1: unset that variable, then start VS Code or the command again.';

/** Whether the person has disabled the extension for this process. */
export function isDisabled(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['AGENT_TERMINALS_DISABLE'] === '1';
}

/** The error of every request to a disabled extension. */
export function disabledError(): SessionError {
  return new SessionError('ILLEGAL_STATE', DISABLED);
}
