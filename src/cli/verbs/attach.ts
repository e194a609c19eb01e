import { systemClock } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import { ClientError } from '../../client/clientError';
import type { SessionEnd } from '../../client/session/sessionEnd';
import { LineFeedConverter } from '../lineFeedConverter';
import { DETACH_KEY } from '../detachKey';
import { EXIT, exitCodeOf, type ExitCode } from '../exitCode';
import { LocalInput } from '../localInput';
import { LocalTerminal } from '../localTerminal';
import { printNotices } from '../output';
import type { CliIo, Verb, VerbContext } from '../verb';

export const ATTACH: Verb = {
  name: 'attach',
  usage: 'SESSION',
  summary: `show a session in this terminal and type into it; ${DETACH_KEY} detaches`,
  notes: [
    'The session continues then. If the standard input is not a terminal, its end also detaches.',
    'An agent that has ended is started again with its conversation.',
  ],
  options: {},
  argumentCount: [1, 1],
  async run(context, { positionals: [named = ''] }) {
    const { io, terminals } = context;
    // A session or window that does not exist is reported at once; attaching tries several times.
    const sessionId = await findOrResume(context, named);
    const terminal = new LocalTerminal(io);
    const columns = new LineFeedConverter();
    const ended = new Deferred<SessionEnd>();
    const session = await terminals.attach({
      ...{ sessionId, ...terminal.size },
      onData: (bytes) => {
        // From the first output on keys must go to the session, so raw mode starts before it.
        terminal.take();
        io.stdout.write(io.stdout.isTTY ? columns.keep(bytes) : bytes);
      },
      onReconnecting: (attempt, most) =>
        printNotice(io, `Not connected: attempt ${attempt} of ${most} to attach.`),
      onClose: ended.resolve,
    });
    const input = new LocalInput(io, session, systemClock);
    terminal.take();
    input.start(() => terminal.size);
    const end = await ended.promise;
    input.dispose();
    terminal.restore();
    printNotice(io, describeEnd(end, sessionId));
    return exitOf(end);
  },
};

/** The id of the session to attach to. An agent that has ended is resumed; other programs show their last screen. */
async function findOrResume(context: VerbContext, sessionId: string): Promise<string> {
  const { terminals } = context;
  const found = await terminals.get({ sessionId }).catch((error: unknown) => {
    if (error instanceof ClientError && error.code === 'SESSION_NOT_FOUND') {
      return undefined;
    }
    throw error;
  });
  if (found && (found.running || found.provider === null)) {
    return found.id;
  }
  const resumed = await terminals.resume(sessionId);
  printNotices(context, [resumed]);
  return resumed.id;
}

/** Prints a message on a line of its own, because the cursor may be anywhere in a line. */
function printNotice({ stderr }: CliIo, message: string): void {
  stderr.write(stderr.isTTY ? `\r\n${message}\r\n` : `${message}\n`);
}

function describeEnd(end: SessionEnd, sessionId: string): string {
  switch (end.reason) {
    case 'exit':
      return end.exitCode === null ? 'Exited.' : `Exited with ${end.exitCode}.`;
    case 'detach':
      return `Detached. To attach again, run: agent-terminals attach ${sessionId}`;
    case 'kill':
      return 'The session was ended.';
    case 'policy':
    case 'refused':
    case 'lost':
      return end.error.message;
  }
}

function exitOf(end: SessionEnd): ExitCode {
  switch (end.reason) {
    case 'detach':
      return EXIT.done;
    case 'exit':
      return end.exitCode === 0 ? EXIT.done : EXIT.failed;
    case 'kill':
      return EXIT.failed;
    case 'policy':
    case 'refused':
    case 'lost':
      return exitCodeOf(end.error);
  }
}
