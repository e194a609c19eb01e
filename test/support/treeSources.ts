import type { FolderRef } from '../../src/agents/agentService';
import type { Conversation, Task } from '../../src/tasks/task';

export function folderRef(name: string): FolderRef {
  return { uri: `file:///work/${name}`, path: `/work/${name}`, name };
}

/** A task in the folder of that name, whose conversations have these PTY ids. */
export function taskIn(folder: string, id: string, ptyIds: readonly string[] = []): Task {
  return {
    id,
    name: `Task ${id}`,
    folder: `file:///work/${folder}`,
    cwd: `/work/${folder}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    conversations: ptyIds.map(conversation),
  };
}

export function conversation(ptyId: string): Conversation {
  return {
    ptyId,
    providerId: ptyId.replace(/-(main|chat)-.*/, ''),
    label: `Talk ${ptyId}`,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
}
