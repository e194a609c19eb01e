import type { Git } from '../git/git';
import { MAX_TEXT_BYTES } from '../limits';
import { quietGit } from './quietGit';
import { requireCommitId } from './readChanges';

/** What a commit has at a path. */
export type Original =
  /** As stored, without conversion: of a link its target, of a file in Git LFS its pointer. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary' }
  /** Larger than {@link MAX_TEXT_BYTES}. */
  | { readonly kind: 'tooLarge'; readonly bytes: number }
  | { readonly kind: 'submodule'; readonly commit: string }
  | { readonly kind: 'missing' };

/** Git's own rule for a binary file. */
const BINARY_CHECK_CHARACTERS = 8000;

/** `mode type id size\tpath`, where the size is `-` of a submodule, and in an older git `BAD` if it is not known. */
const ENTRY = /^\d+ (?<type>[a-z]+) (?<id>[0-9a-f]+) +(?<size>\S+)\t/;

/**
 * Reads the left side of a change.
 * @param from a commit or tree, and a path below the root.
 * @throws {SessionError} `BAD_REQUEST` for a malformed commit; `ILLEGAL_STATE` with git's message.
 */
export async function readOriginal(
  anyGit: Git,
  root: string,
  { commit, path }: { readonly commit: string; readonly path: string },
): Promise<Original> {
  const git = quietGit(anyGit);
  const list = ['ls-tree', '-z', '-l', '--full-tree', requireCommitId(commit), '--', path];
  const { type, id, size } = ENTRY.exec(await git.read(root, list))?.groups ?? {};
  if (id === undefined || type === 'tree') {
    return { kind: 'missing' };
  }
  if (type === 'commit') {
    return { kind: 'submodule', commit: id };
  }
  const bytes = Number(size);
  if (bytes > MAX_TEXT_BYTES) {
    return { kind: 'tooLarge', bytes };
  }
  const text = await git.read(root, ['cat-file', 'blob', id]);
  return text.slice(0, BINARY_CHECK_CHARACTERS).includes('\0')
    ? { kind: 'binary' }
    : { kind: 'text', text };
}
