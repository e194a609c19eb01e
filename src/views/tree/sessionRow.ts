import { isRunning } from '../../pty/liveAgent';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionInfo } from '../../pty/sessionService';
import { requestOf, type Activity } from '../../status/activity';
import type { DisplayOf, ProviderDisplay } from '../dialogs/providerDisplay';
import { formatRequest } from '../dialogs/shownText';
import { formatReason } from './activityPresentation';
import { presentInactiveConversation } from './conversationPresentation';
import { presentState, type StatePresentation } from './sessionPresentation';
import type { NodePresentation } from './treeItem';
import type { TreeContent } from './treeModel';

/** What the row of a session or of an inactive conversation has. */
export interface SessionRow extends Omit<StatePresentation, 'words'> {
  readonly label: string;
  /** The name of the provider. */
  readonly provider: string;
  /** The parts of its state. */
  readonly state: readonly string[];
  /** The lines below the label. */
  readonly tooltip: readonly string[];
}

/** The row of a session that is not also that of its task. */
export function presentAlone(row: SessionRow): NodePresentation {
  const { label, provider, state, icon, color, contextValue } = row;
  const parts = label.includes(provider) ? state : [provider, ...state];
  return {
    label,
    description: parts.join(' · '),
    tooltip: [label, ...row.tooltip].join('\n'),
    icon,
    color,
    contextValue,
    accessibilityLabel: [label, ...parts].join(', '),
    collapsible: 'none',
    opens: true,
  };
}

export function describeSession(
  { session, label, activity, isMuted }: Extract<TreeContent, { kind: 'session' }>,
  displayOf: (providerId: string) => ProviderDisplay,
): SessionRow {
  const display = displayOf(parsePtyId(session.id)?.providerId ?? '');
  const { words, ...state } = presentState(session, activity.state, display, isMuted);
  const pid = session.pid === null ? [] : [`Process ${session.pid}`];
  const notes = session.fellBack ? ['new conversation'] : [];
  return {
    ...state,
    label,
    provider: display.name,
    // First, because a question may be cut off.
    state: [...(isMuted ? ['muted'] : []), words, ...notes],
    tooltip: [
      `${display.name}: ${words}`,
      ...(isMuted ? ['Its messages are muted.'] : []),
      ...(session.pendingStart ? [`It ${session.pendingStart.reason}`] : describeReason(activity)),
      ...describeRequest(activity),
      ...(session.fellBack ? [FELL_BACK] : []),
      session.exec,
      session.workDir,
      ...pid,
      `Started ${session.createdAt}`,
      ...describeEnded(session, display),
    ],
  };
}

/** The reason contains text of the agent, so deceptive characters are escaped. */
function describeReason({ reason, since, source }: Activity): readonly string[] {
  return source === undefined
    ? []
    : [`Because ${formatReason(reason)}, since ${new Date(since).toISOString()}`];
}

/** Returns all rows of a request, because the row has only a part of it. */
function describeRequest({ state }: Activity): readonly string[] {
  const request = requestOf(state);
  return request.kind === 'whole' ? formatRequest(request.text) : [];
}

const FELL_BACK = 'Its first start ended at once; its terminal shows what started instead.';

function describeEnded(session: SessionInfo, { resumes }: ProviderDisplay): readonly string[] {
  if (isRunning(session)) {
    return [];
  }
  const isShell = parsePtyId(session.id)?.providerId === SHELL_PROVIDER_ID;
  const agent = resumes ? RESUME_WORDS : 'start a new conversation';
  const again = isShell ? 'start the shell again' : agent;
  return [`Open it to read its last screen, restart it to ${again}.`];
}

const RESUME_WORDS = 'continue its conversation, or start a new one if it has none';

export function describeConversation(
  { conversation, task, inactive }: Extract<TreeContent, { kind: 'conversation' }>,
  displayOf: DisplayOf,
): SessionRow {
  const { label, providerId, createdAt } = conversation;
  const display = displayOf(providerId, task.folder);
  const { words, notes, opening, details, icon, color, contextValue } = presentInactiveConversation(
    inactive,
    display,
  );
  return {
    label,
    provider: display.name,
    state: [words, ...notes],
    tooltip: [
      `${display.name}: ${words}. ${opening}`,
      ...details,
      task.cwd,
      `Created ${createdAt}`,
    ],
    icon,
    color,
    contextValue,
  };
}
