import { systemClock } from '../../../src/base/clock';
import { SessionError, toMessage } from '../../../src/base/errors';
import { Leases } from '../../../src/ownership/leases';

interface RaceClaim {
  readonly directory: string;
  readonly ptyId: string;
}

/** The outcome of the last claim in a directory. */
export interface RaceOutcome {
  readonly directory: string;
  /** `won`, `lost`, or what went wrong. */
  readonly outcome: string;
}

/** The windows of this process: one in each directory. */
const windows = new Map<string, Leases>();

function open(directory: string): Leases {
  const leases = new Leases({
    directory,
    clock: systemClock,
    self: { pid: process.pid, hostname: 'here' },
    handleError: (error) => {
      throw error;
    },
  });
  windows.set(directory, leases);
  return leases;
}

async function claim({ directory, ptyId }: RaceClaim): Promise<string> {
  const leases = windows.get(directory) ?? open(directory);
  try {
    await leases.claim({ ptyId, conversation: ptyId });
    return leases.owns(ptyId) ? 'won' : 'won, and does not own it';
  } catch (error) {
    return SessionError.is(error, 'ILLEGAL_STATE') && !leases.owns(ptyId)
      ? 'lost'
      : toMessage(error);
  }
}

/** Makes each claim that it receives, sends the outcome, and ends once its parent disconnects. */
process.on('message', (message: RaceClaim) => {
  void claim(message).then((outcome) =>
    process.send?.({ directory: message.directory, outcome } satisfies RaceOutcome),
  );
});
