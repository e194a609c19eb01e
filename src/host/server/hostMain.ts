import { closeSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../../base/clock';
import { toMessage } from '../../base/errors';
import { createSessionManager } from '../../pty/createSessionManager';
import { createTerminate } from '../../pty/process/createTerminate';
import { HostLog } from './hostLog';
import { hostPlace } from '../discovery/hostPlace';
import { PROTOCOL_VERSION } from '../protocol/calls';
import { SessionHost } from './sessionHost';
import { READY_FD, type HostStarted } from '../discovery/hostStarted';

/** Lives are told apart though a host follows another: no host starts a thousand sessions in a millisecond. */
const LIVES_A_MILLISECOND = 1024;

const { values } = parseArgs({
  options: {
    home: { type: 'string', default: '' },
    version: { type: 'string', default: '' },
    'app-root': { type: 'string', default: '' },
    'idle-ms': { type: 'string', default: '' },
  },
});
const place = hostPlace(values.home, PROTOCOL_VERSION);
const logger = new HostLog(place.log);
const code = dirname(__filename);
const host = new SessionHost({
  ...{ place, logger, code },
  version: values.version,
  clock: systemClock,
  terminate: createTerminate(systemClock),
  createSessions: (limits) =>
    createSessionManager({
      ...{ logger, limits, extensionPath: code, appRoot: values['app-root'] },
      firstLife: Date.now() * LIVES_A_MILLISECOND,
    }),
  idleMs: Number(values['idle-ms']),
  exit: () => process.exit(0),
});

// A fault in one place must not end every session.
process.on('uncaughtException', (error) => logger.error('Something failed.', error));
process.on('unhandledRejection', (error) => logger.error('Something failed.', error));
// The window that started it, or its terminal, is gone: that is what it is there for.
process.on('SIGHUP', () => undefined);
process.on('SIGTERM', () => void host.end('The system asks it to end', 'keep'));
process.on('SIGINT', () => void host.end('The system asks it to end', 'keep'));

host.start().then(
  (isFirst) => {
    tellStarter({ kind: 'started' });
    if (!isFirst) {
      process.exit(0);
    }
  },
  (error: unknown) => {
    logger.error('The host could not start.', error);
    tellStarter({ kind: 'failed', reason: toMessage(error) });
    process.exit(1);
  },
);

/** The window waits for this one word; it may be gone. */
function tellStarter(started: HostStarted): void {
  try {
    writeSync(READY_FD, JSON.stringify(started));
    closeSync(READY_FD);
  } catch {
    // Nobody waits.
  }
}
