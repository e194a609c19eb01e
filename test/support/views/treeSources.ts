import type { FolderRef } from '../../../src/agents/folderRef';
import type { ResumePreview } from '../../../src/agents/conversations/resumePreviews';
import type { Transcript } from '../../../src/conversations/transcripts/transcripts';
import type { Conversation, Task } from '../../../src/tasks/task';
import type { ConversationFacts } from '../../../src/views/tree/conversationFacts';
import { UNKNOWN } from '../status/fakeStatus';

const NO_REVIEW = { comments: [], rounds: [], reviewed: new Set<string>(), isDue: false };

/** No conversation has any facts, and all are listed. */
export const NO_FACTS: ConversationFacts = {
  previewOf: () => undefined,
  isElsewhere: () => false,
  areListed: () => true,
  worktreeOf: () => undefined,
  changesOf: () => undefined,
  reviewOf: () => NO_REVIEW,
  overlapsOf: () => undefined,
  pullRequestOf: () => undefined,
  taskOrder: () => 'newest',
  uncommittedOf: () => undefined,
  activityOf: () => UNKNOWN,
  now: () => 0,
};

/** A transcript of an agent, with defaults for what the test does not set. */
export function transcript(overrides: Partial<Transcript> = {}): Transcript {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    path: '/home/ada/talk.jsonl',
    cwd: '/home/ada/app',
    modifiedAt: 0,
    firstPrompt: 'fix the till',
    model: undefined,
    ...overrides,
  };
}

/** The preview of a conversation that resumes from a transcript. */
export function resumable(overrides: Partial<Transcript> = {}): ResumePreview {
  return { kind: 'resume', transcript: transcript(overrides) };
}

export function folderRef(name: string): FolderRef {
  return { uri: `file:///home/ada/${name}`, path: `/home/ada/${name}`, name };
}

/** A task in a folder, whose conversations have the given PTY ids. */
export function taskIn(folder: string, id: string, ptyIds: readonly string[] = []): Task {
  return {
    id,
    name: `Task ${id}`,
    folder: `file:///home/ada/${folder}`,
    cwd: `/home/ada/${folder}`,
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
