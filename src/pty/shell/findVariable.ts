/**
 * A variable of an environment. Windows does not tell `Path` from `PATH`: there the first of
 * any spelling counts, elsewhere the name as it stands.
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
