import { SessionError, toMessage } from '../../base/errors';
import type { ProcessEntry } from '../../pty/process/processTree';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { StatusService } from '../../status/statusService';
import { folderOfSession, type FolderRef } from '../folderRef';
import type { ResumePreview, ResumePreviews } from '../conversations/resumePreviews';
import { mayContainDraft } from './possibleDraft';
import { findReasonToKeep } from './reasonToKeep';
import { listWork } from './sessionWork';

interface OrphanEndsDeps {
  readonly folders: () => readonly FolderRef[];
  /** The processes of this machine; undefined if the system does not list them. */
  readonly listProcesses: (() => Promise<readonly ProcessEntry[]>) | undefined;
  readonly resumePreviews: Pick<ResumePreviews, 'find'>;
  readonly sessions: Pick<SessionService, 'colouredText' | 'get' | 'kill' | 'screen'>;
  readonly status: Pick<StatusService, 'explain'>;
}

/** What became of a session; `kept` is a clause with the reason why it was not ended. */
export interface OrphanEnd {
  readonly id: string;
  readonly kept: string | undefined;
}

/**
 * Ends agents that have been idle and unseen for the time of the setting `orphanTimeoutHours`, except
 * those that may lose something by it.
 */
export class OrphanEnds {
  constructor(private readonly deps: OrphanEndsDeps) {}

  /** One after another. A session that cannot be judged is kept. */
  async end(ids: readonly string[]): Promise<readonly OrphanEnd[]> {
    const ends: OrphanEnd[] = [];
    for (const id of ids) {
      ends.push({ id, kept: await this.endOne(id).catch(describeFailure) });
    }
    return ends;
  }

  private async endOne(id: string): Promise<string | undefined> {
    const before = this.deps.sessions.get(id);
    const kept = before ? await this.judge(before) : 'it does not run here';
    if (kept !== undefined) {
      return kept;
    }
    const now = this.deps.sessions.get(id);
    if (!now || !isUnchanged(before, now)) {
      return 'it was used meanwhile';
    }
    await this.deps.sessions.kill(id);
    return undefined;
  }

  private async judge(session: SessionInfo): Promise<string | undefined> {
    const { sessions, status } = this.deps;
    const { id } = session;
    const { activity } = await status.explain(id);
    const [screen, coloured] = await Promise.all([sessions.screen(id), sessions.colouredText(id)]);
    return findReasonToKeep({
      session,
      activity: activity.state,
      mayContainDraft: mayContainDraft(screen, coloured),
      work: await this.listWork(session),
      preview: await this.preview(session),
    });
  }

  private async listWork({ id, pid }: SessionInfo): Promise<readonly string[] | undefined> {
    const { listProcesses } = this.deps;
    return pid === null || !listProcesses
      ? undefined
      : listWork(await listProcesses(), { id, pid });
  }

  private async preview(session: SessionInfo): Promise<ResumePreview['kind'] | undefined> {
    const { folders, resumePreviews } = this.deps;
    const folder = folderOfSession(session, folders());
    const preview = folder && (await resumePreviews.find(folder, session.workDir, session.id));
    return preview?.kind;
  }
}

function isUnchanged(before: SessionInfo | undefined, now: SessionInfo): boolean {
  return (
    before?.generation === now.generation &&
    before.lastOutputAt === now.lastOutputAt &&
    before.lastInputAt === now.lastInputAt &&
    now.attachedCount === 0
  );
}

function describeFailure(error: unknown): string {
  return SessionError.is(error, 'SESSION_NOT_FOUND')
    ? 'it has ended by itself'
    : `it could not be judged: ${toMessage(error)}`;
}
