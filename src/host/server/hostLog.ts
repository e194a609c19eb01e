import { appendFileSync, renameSync, statSync } from 'node:fs';
import { inspect } from 'node:util';
import type { Logger } from '../../base/logger';

/**
 * The size of the logs of this host and earlier ones, in bytes per file and in files. Policy: the
 * oldest file is removed.
 */
const HOST_LOG_LIMIT = { bytes: 1024 * 1024, files: 3 } as const;

/**
 * Writes a host's log to a file. Writes are synchronous, so the last lines before an exit are in
 * the file. If the disk refuses a line, it is lost and the host continues.
 */
export class HostLog implements Logger {
  constructor(
    private readonly path: string,
    private readonly limit: { readonly bytes: number; readonly files: number } = HOST_LOG_LIMIT,
  ) {}

  debug(): void {
    // Not logged: a host's log is read only after a problem, and these lines would rotate it out.
  }

  info(message: string): void {
    this.write('info', message);
  }

  warn(message: string, ...args: unknown[]): void {
    this.write('warning', message, ...args);
  }

  error(message: string | Error, ...args: unknown[]): void {
    this.write('error', message, ...args);
  }

  private write(level: string, ...parts: readonly unknown[]): void {
    const text = parts.map((part) => (typeof part === 'string' ? part : inspect(part))).join(' ');
    try {
      this.rotate();
      appendFileSync(this.path, `${new Date().toISOString()} [${level}] ${process.pid} ${text}\n`, {
        mode: 0o600,
      });
    } catch {
      // The disk is full, or the directory is gone. The sessions continue without a log.
    }
  }

  private rotate(): void {
    if ((statSync(this.path, { throwIfNoEntry: false })?.size ?? 0) < this.limit.bytes) {
      return;
    }
    for (let index = this.limit.files - 1; index > 0; index--) {
      const older = index === 1 ? this.path : `${this.path}.${index - 1}`;
      if (statSync(older, { throwIfNoEntry: false })) {
        renameSync(older, `${this.path}.${index}`);
      }
    }
  }
}
