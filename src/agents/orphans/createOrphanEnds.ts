import { systemClock } from '../../base/clock';
import { createProcessTable } from '../../pty/process/createProcessTable';
import type { SessionService } from '../../pty/sessionService';
import type { StatusService } from '../../status/statusService';
import type { FolderRef } from '../folderRef';
import type { ResumePreviews } from '../conversations/resumePreviews';
import { OrphanEnds } from './orphanEnds';

interface CreateOrphanEndsDeps {
  readonly folders: () => readonly FolderRef[];
  readonly resumePreviews: ResumePreviews;
  readonly sessions: SessionService;
  readonly status: StatusService;
}

export function createOrphanEnds(deps: CreateOrphanEndsDeps): OrphanEnds {
  const { folders, resumePreviews, sessions, status } = deps;
  const { platform } = process;
  // Windows has no such table, so an agent's child processes are not known there.
  const table = platform === 'win32' ? undefined : createProcessTable(platform, systemClock);
  const listProcesses = table && (() => table.list());
  return new OrphanEnds({ folders, listProcesses, resumePreviews, sessions, status });
}
