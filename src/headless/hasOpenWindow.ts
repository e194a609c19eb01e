import { listWindowFileNames, readRunningWindows } from '../endpoint/windowFiles';

/**
 * Whether a window of this machine has the folder open.
 * @param home the extension's directory in the person's home
 * @param folder the path of the workspace folder
 */
export async function hasOpenWindow(home: string, folder: string): Promise<boolean> {
  const entries = await readRunningWindows(home, await listWindowFileNames(home));
  return entries.some(
    ({ folders, hasWindow }) => hasWindow && folders.some(({ path }) => path === folder),
  );
}
