import { systemClock } from '../../../src/base/clock';
import { nullLogger } from '../../../src/base/logger';
import { DiskHostAccess } from '../../../src/host/discovery/diskHostAccess';
import { createTerminate } from '../../../src/pty/process/createTerminate';
import { isRunning, signalIfRunning } from '../isRunning';
import { waitFor } from '../waitFor';

/** Ends the session host that is registered in a home, and all its sessions. */
export async function endHostIn(home: string): Promise<void> {
  const access = new DiskHostAccess({
    ...{ home, extensionPath: '', appRoot: '', version: '', runtime: '', env: {} },
    ...{ clock: systemClock, logger: nullLogger, terminate: createTerminate(systemClock) },
  });
  const found = await access.find();
  if (!found) {
    return;
  }
  const { pid } = found;
  signalIfRunning(pid, 'SIGKILL');
  await waitFor(() => !isRunning(pid), { limitMs: 30_000, what: `the end of host ${pid}` });
  // A second search ends the processes that the host left.
  await access.find();
}
