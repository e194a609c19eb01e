import { ITEM_FLAGS, TREE_ITEMS } from '../../config/contributions';
import type { SessionInfo } from '../../pty/sessionService';
import type { ActivityState } from '../../status/activity';
import type { ProviderDisplay } from '../dialogs/providerDisplay';
import { presentActivity } from './activityPresentation';

/**
 * The presentation of a session's state in all views. The words express everything that the colour
 * does.
 */
export interface StatePresentation {
  readonly words: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** The id of a theme colour. */
  readonly color: string | undefined;
  readonly contextValue: string;
}

/**
 * Presents the agent's activity if it is known, else the state of the process.
 * @param display of the session's provider.
 */
export function presentState(
  session: SessionInfo,
  activity: ActivityState,
  display: Pick<ProviderDisplay, 'changesModel'>,
  isMuted = false,
): StatePresentation {
  const isAgent = hasAgent(session);
  const flags = [
    ...(isAgent && display.changesModel ? [ITEM_FLAGS.model] : []),
    ...(isMuted ? [ITEM_FLAGS.muted] : []),
  ];
  const lifecycle = presentLifecycle(session, flags);
  const agentState = isAgent ? presentActivity(activity) : undefined;
  const starting = isAgent && session.pendingStart ? STARTING : undefined;
  const presented: StatePresentation = { ...lifecycle, ...agentState, ...starting };
  const isRunning = session.state === 'active' || session.state === 'idle';
  const isUnseen = isRunning && session.attachedCount === 0;
  return isUnseen ? { ...presented, words: `${presented.words}, in background` } : presented;
}

/** Returns the mark of a session's terminal for its agent's activity; empty without an agent. */
export function markOf(session: SessionInfo | undefined, activity: ActivityState): string {
  return session && hasAgent(session) ? (presentActivity(activity)?.mark ?? '') : '';
}

const STARTING = { words: 'starting', icon: 'loading~spin', color: undefined } as const;

function presentLifecycle(session: SessionInfo, flags: readonly string[]): StatePresentation {
  switch (session.state) {
    case 'creating':
      return {
        ...STARTING,
        contextValue: TREE_ITEMS.creatingSession,
      };
    case 'active':
      return {
        words: afterAgent(session, 'active'),
        icon: session.agentExitCode === null ? 'circle-filled' : 'terminal',
        color: 'charts.green',
        contextValue: [TREE_ITEMS.activeSession, ...flags].join('.'),
      };
    case 'idle':
      return {
        words: afterAgent(session, 'idle'),
        icon: session.agentExitCode === null ? 'circle-outline' : 'terminal',
        color: undefined,
        contextValue: [TREE_ITEMS.idleSession, ...flags].join('.'),
      };
    case 'terminated':
      return presentEnd(session);
  }
}

/**
 * Whether an agent runs in the session. After an agent's end its session may continue as a shell.
 */
export function hasAgent({ state, agentExitCode }: SessionInfo): boolean {
  return (state === 'active' || state === 'idle') && agentExitCode === null;
}

/** Describes a session whose agent has ended and whose shell continues with a state of its own. */
function afterAgent({ agentExitCode }: SessionInfo, state: string): string {
  return agentExitCode === null ? state : `agent ${formatCode(agentExitCode)}, shell ${state}`;
}

function presentEnd({ exitCode, exitSignal, isLost }: SessionInfo): StatePresentation {
  const contextValue = TREE_ITEMS.exitedSession;
  if (exitCode === 0) {
    return { words: formatCode(0), icon: 'pass', color: 'disabledForeground', contextValue };
  }
  const bySignal = isLost ? 'lost with its host' : `ended by ${exitSignal ?? 'a signal'}`;
  const words = exitCode === null ? bySignal : formatCode(exitCode);
  return { words, icon: 'error', color: 'list.errorForeground', contextValue };
}

function formatCode(code: number): string {
  return code === 0 ? 'exited' : `exited with code ${code}`;
}
