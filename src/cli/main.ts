import { isErrno } from '../base/isErrno';
import { AgentTerminals } from '../client/agentTerminals';
import { HeadlessCores } from './headlessCores';
import { NoticePrinter } from './noticePrinter';
import { runCli } from './runCli';
import { VERBS } from './verbs/allVerbs';

/** The signals that end `agent-terminals`, of which this file is the entry point. */
const ENDING_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

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

void runCli(process.argv.slice(2), VERBS, {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  connect: (choice) => new AgentTerminals(choice),
  headless: new HeadlessCores({ env: process.env, notify: notices.print }),
  printNotices: notices.printAnswer,
  onSignal: (listener) => ENDING_SIGNALS.forEach((signal) => process.on(signal, listener)),
}).then((code) => {
  process.exitCode = code;
  // An input that is still open would keep the process alive.
  process.stdin.destroy();
});
