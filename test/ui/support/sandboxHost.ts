import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { nullLogger } from '../../../src/base/logger';
import { DiskHostAccess } from '../../../src/host/discovery/diskHostAccess';
import { createTerminate } from '../../../src/pty/process/createTerminate';
import { isRunning, signalIfRunning } from '../../support/isRunning';
import { waitFor } from '../../support/waitFor';

/** Ends the session host of a sandbox; to be awaited before its home is removed. */
export async function endSandboxHost({ home }: { readonly home: string }): Promise<void> {
  const host = await new DiskHostAccess({
    ...{ home: join(home, '.agent-terminals'), extensionPath: '', appRoot: '', version: '0.0.0' },
    ...{ env: {}, clock: systemClock, logger: nullLogger, runtime: process.execPath },
    terminate: createTerminate(systemClock),
  }).find();
  if (host) {
    signalIfRunning(host.pid, 'SIGTERM');
    await waitFor(() => !isRunning(host.pid), { limitMs: 20_000, what: 'the end of the host' });
  }
}
