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
const headless = new HeadlessCores({ env: process.env, notify: notices.print });

const ending = new AbortController();

/** Whether the verb handles the signals itself; its cores end with it. */
let isHandled = false;

/**
 * Ends the cores of this process before a signal ends it: an agent whose prompt is cancelled is
 * interrupted. Another signal ends it at once.
 */
function endCoresFirst(signal: NodeJS.Signals): void {
  if (isHandled) {
    return;
  }
  // Later: if no other listener is left, a listener of the lock library ends the process.
  setImmediate(() => process.off(signal, endCoresFirst));
  // Aborted first: `close` waits for the calls of this command.
  ending.abort(new ClientError('DETACHED', `${signal} ended the command.`));
  void headless.close().finally(() => {
    process.kill(process.pid, signal);
    // Prevents an exit before the signal arrives, if nothing else keeps the event loop running.
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
