import type { Logger } from '../base/logger';

/** A logger for a process without a log: problems are shown to the person. */
export function messageLogger(notify: (message: string) => void): Logger {
  return {
    debug() {},
    info() {},
    warn: (message) => notify(message),
    error: (message, cause?: unknown) =>
      notify(
        [message, cause]
          .filter((part) => part !== undefined)
          .map(String)
          .join(' '),
      ),
  };
}
