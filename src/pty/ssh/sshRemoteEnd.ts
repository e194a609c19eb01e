import type { Logger } from '../../base/logger';
import { SESSION_MARKER_VARIABLE } from '../shell/environment';
import type { RunCommand } from '../process/command';
import type { SessionSpec } from '../sessionService';

interface SshRemoteEndDeps {
  readonly run: RunCommand;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** The time limit for a login and the end of a tmux session, in milliseconds. */
const LIMIT_MS = 8_000;
const OUTPUT_BYTES = 64 * 1024;

/**
 * Creates a function that ends a session's programs in tmux on its remote machine, by a separate
 * login. If the login fails, for example because it needs a password, the function logs the command
 * for the person and does not reject.
 */
export function createSshRemoteEnd({ run, logger }: SshRemoteEndDeps) {
  return async ({ id, program: { file, env, ssh } }: SessionSpec): Promise<void> => {
    const end = ssh?.delivery?.end;
    if (!end) {
      return;
    }
    const { args } = end;
    // With the marker, this `ssh` would be ended with the session's programs.
    const own = Object.entries(env).filter(([name]) => name !== SESSION_MARKER_VARIABLE);
    const limits = { timeoutMs: LIMIT_MS, maxOutputBytes: OUTPUT_BYTES };
    const result = await run({ file, args, env: Object.fromEntries(own), ...limits });
    if (result.kind === 'failed' || result.code !== 0) {
      const why = result.kind === 'failed' ? `ssh ${result.reason}` : result.stderr.trim();
      logger.warn(
        `${id} may continue in tmux on ${ssh.target} (${why}): end it there with ${args.at(-1)}`,
      );
    }
  };
}
