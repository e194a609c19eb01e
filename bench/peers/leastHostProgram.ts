import { createServer } from 'node:net';
import { join } from 'node:path';
import 'node-pty';
import { replaceFile } from '../../src/base/atomicFile';
import { systemClock } from '../../src/base/clock';
import { withFileLock } from '../../src/base/fileLock';

/**
 * The smallest session host: loads `node-pty`; under a lock, listens at a socket and writes a lock file that
 * names it; then prints a line.
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

// Node stores its compile cache at the end of the process.
process.on('SIGTERM', () => process.exit(0));
void listen(process.argv[2] ?? '');
