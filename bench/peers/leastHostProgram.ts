import { createServer } from 'node:net';
import { join } from 'node:path';
import 'node-pty';
import { replaceFile } from '../../src/base/atomicFile';
import { systemClock } from '../../src/base/clock';
import { withFileLock } from '../../src/base/fileLock';

/**
 * The least that a process does which runs PTYs for all windows, as the only one: it loads `node-pty`, and
 * listens at a socket that its lock file names. Prints a line then.
 */
async function listen(directory: string): Promise<void> {
  const entry = join(directory, 'least.json');
  await withFileLock(entry, systemClock, async () => {
    const socketPath = join(directory, 'least.sock');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(socketPath, resolve));
    await replaceFile(entry, JSON.stringify({ socketPath }));
  });
  process.stdout.write('listening\n');
}

void listen(process.argv[2] ?? '');
