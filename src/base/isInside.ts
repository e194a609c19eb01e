import * as nodePath from 'node:path';

type PathRules = Pick<nodePath.PlatformPath, 'isAbsolute' | 'relative' | 'sep'>;

/**
 * Whether `path` is `folder` itself or lies below it. Both are absolute; symbolic links are not
 * resolved. Letter case is ignored on Windows only, where a path on another drive is not inside.
 * @param rules those of the running system by default; tests pass `path.win32`.
 */
export function isInside(path: string, folder: string, rules: PathRules = nodePath): boolean {
  const way = rules.relative(folder, path);
  // A name may begin with two dots: `..hidden` is inside.
  return way !== '..' && !way.startsWith(`..${rules.sep}`) && !rules.isAbsolute(way);
}
