import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import { hasLiveAgent } from '../../pty/liveAgent';
import type { SessionInfo } from '../../pty/sessionService';
import type { ActivityState } from '../../status/activity';
import type { ResumePreview } from '../conversations/resumePreviews';

/** What is known of a session that is idle and unseen. */
export interface OrphanFacts {
  readonly session: Pick<
    SessionInfo,
    'agentExitCode' | 'attachedCount' | 'id' | 'kind' | 'persistence' | 'state'
  >;
  readonly activity: ActivityState;
  /** Also true if the input cannot be read. */
  readonly mayContainDraft: boolean;
  /** The commands of its child processes; undefined if they are not known. */
  readonly work: readonly string[] | undefined;
  /** What its next start would do; undefined if that is not known. */
  readonly preview: ResumePreview['kind'] | undefined;
}

/** The clause why an idle session is not ended; undefined if nothing is lost by its end. */
export function findReasonToKeep(facts: OrphanFacts): string | undefined {
  return findReasonOfSession(facts) ?? findReasonOfAgent(facts);
}

function findReasonOfSession({ session }: OrphanFacts): string | undefined {
  const { attachedCount, id, kind, persistence } = session;
  const providerId = parsePtyId(id)?.providerId ?? SHELL_PROVIDER_ID;
  if (providerId === SHELL_PROVIDER_ID || !hasLiveAgent(session)) {
    return 'no agent runs in it';
  }
  if (persistence !== 'host' || kind !== 'local') {
    return 'its agent does not run in the session host';
  }
  return attachedCount > 0 ? 'a terminal shows it' : undefined;
}

function findReasonOfAgent(facts: OrphanFacts): string | undefined {
  const { activity, mayContainDraft, preview, work } = facts;
  if (activity.kind === 'needsInput') {
    return 'its agent has an open question';
  }
  if (activity.kind !== 'idle' && activity.kind !== 'done') {
    return `its agent is not idle: its status is ${activity.kind}`;
  }
  if (mayContainDraft) {
    return 'its input may contain a draft';
  }
  if (work === undefined) {
    return 'its child processes cannot be listed';
  }
  if (work.length > 0) {
    return `child processes run: ${work.join(', ')}`;
  }
  return preview === 'resume' || preview === 'latest'
    ? undefined
    : 'its conversation may not be resumable';
}
