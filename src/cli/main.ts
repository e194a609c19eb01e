import { isErrno } from '../base/isErrno';
import { connect } from '../client/connect/connect';
import { runCli } from './runCli';
import { VERBS } from './verbs/allVerbs';

/** The program `agent-terminals`. */
const ENDING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Who no longer reads is told nothing, and no failure: as in `agent-terminals events | head`. */
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

void runCli(process.argv.slice(2), VERBS, {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  connect,
  onSignal: (listener) => ENDING.forEach((signal) => process.on(signal, listener)),
}).then((code) => {
  process.exitCode = code;
  // What is still open has nobody to tell: a pipe to read from, say.
  process.stdin.destroy();
});
