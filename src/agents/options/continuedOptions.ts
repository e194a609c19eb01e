import { AGENT_FORK_OPTIONS, pickOptions } from '../../base/startOptions';
import type { ApprovalFacts } from '../../providers/launch/autoApproveArgs';
import type { SessionSpec } from '../../pty/sessionService';
import type { AgentOptions } from '../startRequests';
import type { AgentSettings } from '../start/agentSettings';
import {
  pickRestrictions,
  refuseAutoApprove,
  requestsAutoApprove,
  withoutApproval,
} from './autoApproval';
import { isStorable } from './keptOptions';

interface Continuation {
  /** Undefined for a shell. */
  readonly provider: ApprovalFacts | undefined;
  readonly settings: Pick<AgentSettings, 'autoApprove'>;
  readonly keepAutoApprove?: boolean | undefined;
  /** The PTY id of the session whose agent continues or forks the conversation. */
  readonly startedBy?: string | undefined;
}

/**
 * What a start takes from the last start of its conversation. An agent's start takes nothing that
 * only a person may set. Auto-approval that the settings do not allow now needs the person's answer.
 */
export function continueOptions(
  kept: AgentOptions,
  { provider, settings, keepAutoApprove = false, startedBy }: Continuation,
): AgentOptions {
  if (startedBy !== undefined) {
    return forAgent(provider, kept);
  }
  const isAllowed = settings.autoApprove || keepAutoApprove;
  return isAllowed || !requestsAutoApprove(provider, kept)
    ? kept
    : refuseAutoApprove(provider, kept);
}

/** Whether a start decides by itself what its agent does without requesting permission. */
export function decidesApproval({ autoApprove, permissionMode }: AgentOptions): boolean {
  return autoApprove !== undefined || permissionMode !== undefined;
}

/** The options of a start that continues a conversation: those it gives, then those it continues. */
export function completeOptions(
  given: AgentOptions,
  last: AgentOptions,
  provider: ApprovalFacts | undefined,
): AgentOptions {
  const continued = decidesApproval(given) ? withoutApproval(provider, last) : last;
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const envNames = given.env === undefined ? continued.envNames : given.envNames;
  return { ...continued, ...Object.fromEntries(entries), envNames, ssh: given.ssh };
}

/** Notices for the person about what a start cannot take from the last one, or give to the next. */
export function describeLosses(
  label: string,
  options: AgentOptions,
  { program }: Pick<SessionSpec, 'program'>,
): readonly string[] {
  const { envNames = [] } = options;
  const missing = envNames.filter((name) => program.env[name] === undefined);
  return [
    ...(missing.length === 0
      ? []
      : [
          `${label} starts without ${missing.join(', ')}: values of variables are not stored. Set them in the environment of VS Code, or in "env" of agentTerminals.providers, and restart it.`,
        ]),
    ...(isStorable(options)
      ? []
      : [
          `The options of ${label} are too long to be stored: after a reload of the window, start it with them again.`,
        ]),
  ];
}

export function describeUnreadable(label: string, names: readonly string[]): readonly string[] {
  return names.length === 0
    ? []
    : [
        `${label} starts without its stored ${names.join(', ')}, which this version cannot read: start it with them again, or let the settings apply.`,
      ];
}

export function describeLostPrompt(label: string): string {
  return `The prompt of the first start of ${label} is not known any more: send it again.`;
}

export function describeRefusal(label: string): string {
  return `${label} requests permission now, although its last start did not: agentTerminals.autoApprove does not allow that. Start it with auto-approval again to allow it.`;
}

/** That an agent must request permission is kept, since it is no right. */
function forAgent(
  provider: ApprovalFacts | undefined,
  { ssh, ...options }: AgentOptions,
): AgentOptions {
  return {
    ...pickOptions(options, AGENT_FORK_OPTIONS),
    ...pickRestrictions(provider, options),
    ssh,
  };
}
