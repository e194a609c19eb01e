import type { Logger } from '../../base/logger';
import { SESSION_MARKER_VARIABLE } from '../shell/environment';
import type { RunCommand } from '../process/runCommand';
import type { SessionSpec } from '../sessionService';

export interface SshRemoteEndDeps {
  readonly run: RunCommand;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** How long a login and the end of a tmux session may take, in milliseconds. */
const LIMIT_MS = 8_000;
const OUTPUT_BYTES = 64 * 1024;

/**
 * Ends what a session has left in tmux on the remote machine of its connection, by a login of its own. Where
 * that is not possible, since nobody is there to type a password, the log says how the person does it.
 */
export function createSshRemoteEnd({ run, logger }: SshRemoteEndDeps) {
  return async ({ id, program: { file, env, ssh } }: SessionSpec): Promise<void> => {
    const end = ssh?.delivery?.end;
    if (!end) {
      return;
    }
    const { args, hint } = end;
    // With the marker it would be ended with the session's programs.
    const own = Object.entries(env).filter(([name]) => name !== SESSION_MARKER_VARIABLE);
    const limits = { timeoutMs: LIMIT_MS, maxOutputBytes: OUTPUT_BYTES };
    const result = await run({ file, args, env: Object.fromEntries(own), ...limits });
    if (result.kind === 'failed' || result.code !== 0) {
      const why = result.kind === 'failed' ? `ssh ${result.reason}` : result.stderr.trim();
      logger.warn(
        `${id} may continue in tmux on ${ssh.target} (${why}): end it there with ${hint}`,
      );
    }
  };
}
