import { SessionError } from '../base/errors';
import { formatNames } from './formatNames';
import type { WorktreeLocation } from './locateWorktree';
import type { Worktree } from './worktree';

/** A worktree that is in its place, or certainly gone. */
type Removable = Extract<WorktreeLocation, { readonly kind: 'there' | 'missing' }>;

/**
 * @throws {SessionError} `ILLEGAL_STATE` for a worktree that is locked, or has to be repaired
 * first.
 */
export function requireRemovable({ path }: Worktree, location: WorktreeLocation): Removable {
  const refuse = (why: string): never => {
    throw new SessionError('ILLEGAL_STATE', `The worktree ${path} ${why}.`);
  };
  switch (location.kind) {
    case 'moved':
      return refuse(`was moved to ${location.path}: repair it first`);
    case 'broken':
      return refuse(
        location.left === undefined
          ? 'is no longer linked with its repository: repair it first'
          : `has lost its .git file, and something is still in it (${formatNames(location.left)}): repair it first, which changes no file, or move that elsewhere`,
      );
    case 'there':
    case 'missing': {
      const { lockReason } = location;
      return lockReason === undefined
        ? location
        : refuse(
            `is locked${lockReason === '' ? '' : ` (${lockReason})`}: run "git worktree unlock" on it first`,
          );
    }
  }
}
