import { systemClock } from '../base/clock';
import { isErrno } from '../base/isErrno';
import { AgentTerminals } from '../client/agentTerminals';
import { ClientError } from '../client/clientError';
import { HeadlessCores } from './headlessCores';
import { NoticePrinter } from './noticePrinter';
import { runCli } from './runCli';
import { VERBS } from './verbs/allVerbs';

/** The signals that end `agent-terminals`, of which this file is the entry point. */
const ENDING_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Maximum time for a signal of this process to itself to arrive, in milliseconds. */
const SIGNAL_MS = 1_000;

/** A closed pipe is not a failure, as in `agent-terminals events | head`. */
function endQuietly(error: Error): void {
  if (!isErrno(error, 'EPIPE')) {
    throw error;
  }
  if (process.stdout.listenerCount('error') === 1) {
    process.exit(0);
  }
}

process.stdout.on('error', endQuietly);
process.stderr.on('error', endQuietly);

const notices = new NoticePrinter(process.stderr);
const headless = new HeadlessCores({
  clock: systemClock,
  env: process.env,
  notify: notices.print,
});

const ending = new AbortController();

/** Whether the verb handles the signals; its end is that of its cores, too. */
let isHandled = false;

/**
 * Ends the cores of this process, which serve other commands, before a signal ends it. Another signal
 * ends it at once.
 */
function endCoresFirst(signal: NodeJS.Signals): void {
  if (isHandled) {
    return;
  }
  // Not now: a listener of the lock library would find itself alone, and end the process.
  setImmediate(() => process.off(signal, endCoresFirst));
  // Its own calls would be waited for, too.
  ending.abort(new ClientError('DETACHED', `${signal} ended the command.`));
  void headless.close().finally(() => {
    process.kill(process.pid, signal);
    // Keeps a process alive that has nothing else to do, until the signal arrives.
    setTimeout(() => {}, SIGNAL_MS);
  });
}

ENDING_SIGNALS.forEach((signal) => process.on(signal, endCoresFirst));

void runCli(process.argv.slice(2), VERBS, {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  connect: (choice) => new AgentTerminals(choice, ending.signal),
  headless,
  printNotices: notices.printAnswer,
  onSignal: (listener) => {
    isHandled = true;
    ENDING_SIGNALS.forEach((signal) => process.on(signal, listener));
  },
}).then((code) => {
  process.exitCode = code;
  // An input that is still open would keep the process alive.
  process.stdin.destroy();
});
