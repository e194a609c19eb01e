import type { FolderRef } from '../../agents/folderRef';

/** The caller of the API, by its token. What it may do is in `rights.ts`. */
export type Access = PersonAccess | AgentAccess;

/** The person, or a program that has the token of the window, its port or one of its folders. */
interface PersonAccess {
  readonly by: 'person';
  /** The sessions that the token has access to: those of one workspace folder, or all. */
  readonly folder: FolderRef | 'all';
}

/** A program in an agent's session, with the token of that session. */
interface AgentAccess {
  readonly by: 'agent';
  readonly folder: FolderRef;
  /** The PTY id of its session. */
  readonly session: string;
}

/** The PTY id of the session whose agent calls; undefined for a person. */
export function callingSession(access: Access): string | undefined {
  return access.by === 'agent' ? access.session : undefined;
}

/** The workspace folders to which the token has access. */
export function foldersOf(
  { folder }: Access,
  open: () => readonly FolderRef[],
): readonly FolderRef[] {
  return folder === 'all' ? open() : [folder];
}
