/**
 * A variable of an environment. On Windows, which does not distinguish `Path` from `PATH`, the
 * first one in any spelling is returned; elsewhere the name must match.
 */
export function findVariable(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  platform: NodeJS.Platform,
): string | undefined {
  if (platform !== 'win32') {
    return env[name];
  }
  const known = name.toUpperCase();
  const spelling = Object.keys(env).find((other) => other.toUpperCase() === known);
  return spelling === undefined ? undefined : env[spelling];
}
