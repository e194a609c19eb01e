import { closeSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../../base/clock';
import { toMessage } from '../../base/errors';
import { createSessionManager } from '../../pty/createSessionManager';
import { createTerminate } from '../../pty/process/createTerminate';
import { WORKER_PROGRAM } from '../discovery/hostCode';
import { HostLog } from './hostLog';
import { hostPaths } from '../discovery/hostPaths';
import { PROTOCOL_VERSION } from '../protocol/calls';
import { SessionHost } from './sessionHost';
import { READY_FD, type HostStarted } from '../discovery/startHost';

/**
 * The generations of successive hosts differ, because no host starts more than a thousand sessions
 * in a millisecond.
 */
const GENERATIONS_PER_MILLISECOND = 1024;

const { values } = parseArgs({
  options: {
    home: { type: 'string', default: '' },
    version: { type: 'string', default: '' },
    'app-root': { type: 'string', default: '' },
    'idle-ms': { type: 'string', default: '' },
  },
});
const paths = hostPaths(values.home, PROTOCOL_VERSION);
const logger = new HostLog(paths.log);
const code = dirname(__filename);
const host = new SessionHost({
  paths,
  logger,
  code,
  version: values.version,
  clock: systemClock,
  terminate: createTerminate(systemClock),
  createSessions: (limits) =>
    createSessionManager({
      logger,
      limits,
      extensionPath: code,
      appRoot: values['app-root'],
      workerProgram: join(code, WORKER_PROGRAM),
      firstGeneration: Date.now() * GENERATIONS_PER_MILLISECOND,
    }),
  idleMs: Number(values['idle-ms']),
  exit: () => process.exit(0),
});

// An error in one place must not end all sessions.
process.on('uncaughtException', (error) => logger.error('An unexpected error occurred.', error));
process.on('unhandledRejection', (error) => logger.error('An unexpected error occurred.', error));
// The window that started the host, or its terminal, has closed. Outliving it is the host's
// purpose.
process.on('SIGHUP', () => undefined);
process.on('SIGTERM', () => void host.end('The system requested its end', 'keep'));
process.on('SIGINT', () => void host.end('The system requested its end', 'keep'));

host.start().then(
  (isFirst) => {
    reportStart({ kind: 'started' });
    if (!isFirst) {
      process.exit(0);
    }
  },
  (error: unknown) => {
    logger.error('The host could not start.', error);
    reportStart({ kind: 'failed', reason: toMessage(error) });
    process.exit(1);
  },
);

/** Reports the result of the start to the window that waits for it; the window may be gone. */
function reportStart(started: HostStarted): void {
  try {
    writeSync(READY_FD, JSON.stringify(started));
    closeSync(READY_FD);
  } catch {
    // The window no longer reads.
  }
}
