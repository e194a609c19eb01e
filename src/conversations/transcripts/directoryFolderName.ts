import type { DirectoryNaming } from '../../providers/model/transcriptSupport';

/** The longest folder name that CLIs with hashed names do not shorten, in UTF-16 units. */
const WHOLE_NAME_LENGTH = 200;

/** A naming scheme that depends on the path only. */
export type ComputedNaming = Exclude<DirectoryNaming, { readonly kind: 'listed' }>;

/**
 * The name of the folder in which a CLI stores a directory's conversations. `path` has no symbolic
 * links.
 */
export function directoryFolderName(
  naming: ComputedNaming,
  path: string,
  platform: NodeJS.Platform,
): string {
  switch (naming.kind) {
    case 'dashes': {
      const lower = platform === 'win32' && naming.windowsCase === 'lower';
      const name = (lower ? path.toLowerCase() : path).replace(/[^A-Za-z0-9]/g, '-');
      const isWhole = naming.longNames === 'whole' || name.length <= WHOLE_NAME_LENGTH;
      return isWhole ? name : `${name.slice(0, WHOLE_NAME_LENGTH)}-${hash(path)}`;
    }
    case 'separators':
      return `--${path.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
    case 'uri':
      return encodeURIComponent(path);
  }
}

/**
 * Whether two directories can share a folder, so that only the content of a transcript distinguishes
 * them.
 */
export function isSharedNaming({ kind }: DirectoryNaming): boolean {
  return kind === 'dashes' || kind === 'separators';
}

/** A hash of all UTF-16 units of the path in 32-bit arithmetic, in base 36. */
function hash(path: string): string {
  let sum = 0;
  for (let at = 0; at < path.length; at += 1) {
    sum = (Math.imul(sum, 31) + path.charCodeAt(at)) | 0;
  }
  return Math.abs(sum).toString(36);
}
