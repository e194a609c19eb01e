import type { SettingKey } from './contributions';
import type { SettingLayers } from './workspaceValues';

/** A setting of VS Code's git extension that applies where ours is not set. */
interface GitDefault {
  /** In the section `git`. */
  readonly key: string;
  /** Converts one of its patterns to `.gitignore` syntax. */
  readonly toPatterns: (pattern: string) => readonly string[];
}

export const GIT_DEFAULTS: Partial<Readonly<Record<SettingKey, GitDefault>>> = {
  'worktree.copy': { key: 'worktreeIncludeFiles', toPatterns: fromGlob },
  'worktree.symlink': { key: 'worktreeSymlinkFolders', toPatterns: (pattern) => [pattern] },
};

/**
 * The layers of a setting, or those of VS Code's own if no layer sets ours. A workspace's value of theirs is a
 * workspace's value of ours, which the person confirms.
 */
export function withGitDefault(
  own: SettingLayers,
  git: SettingLayers,
  { toPatterns }: GitDefault,
): SettingLayers {
  if ([own.userValue, own.workspaceValue, own.folderValue].some((value) => value !== undefined)) {
    return own;
  }
  const convert = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.filter((item) => typeof item === 'string').flatMap(toPatterns)
      : undefined;
  return {
    defaultValue: own.defaultValue,
    userValue: convert(git.userValue),
    workspaceValue: convert(git.workspaceValue),
    folderValue: convert(git.folderValue),
  };
}

/** A glob of VS Code begins at the folder, and may have alternatives. */
function fromGlob(glob: string): readonly string[] {
  const [, before, alternatives, after] = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(glob) ?? [];
  if (alternatives === undefined) {
    return [`/${glob.replace(/^\.?\//, '')}`];
  }
  return alternatives.split(',').flatMap((one) => fromGlob(`${before}${one}${after}`));
}
