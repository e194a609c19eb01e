import { ClientError } from '../clientError';
import { isPrivateDirectory } from '../../base/privateFile';
import { windowsDirectory, type WindowEntry } from '../../endpoint/windowEntry';
import { listWindowFileNames, readRunningWindows } from '../../endpoint/windowFiles';

/**
 * The files of this machine's running windows; those of ended processes are ignored. So are all
 * files that another user could have written.
 * @throws {ClientError} `NO_WINDOW` if their directory may belong to another user.
 */
export async function readWindowFiles(home: string): Promise<readonly WindowEntry[]> {
  const directory = windowsDirectory(home);
  const names = await listWindowFileNames(home);
  if (names.length > 0 && !(await isPrivateDirectory(directory))) {
    throw new ClientError(
      'NO_WINDOW',
      `${directory} is not used because it is not a directory that only you can access: correct its owner and its permissions, or remove it.`,
    );
  }
  return readRunningWindows(home, names);
}
