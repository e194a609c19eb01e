import { appendFileSync, renameSync, statSync } from 'node:fs';
import { inspect } from 'node:util';
import type { Logger } from '../../base/logger';

/** The log of a host and those before it, in bytes a file and in files. Policy: the oldest file goes. */
export const HOST_LOG_LIMIT = { bytes: 1024 * 1024, files: 3 } as const;

/**
 * A host's log in a file. Synchronous, so that its last words are there; what the disk refuses is
 * lost, and the host goes on.
 */
export class HostLog implements Logger {
  constructor(
    private readonly path: string,
    private readonly limit: { readonly bytes: number; readonly files: number } = HOST_LOG_LIMIT,
  ) {}

  debug(): void {
    // Too much for a file that nobody reads until something is wrong.
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
      // The disk is full, or the directory is gone: sessions matter more than words about them.
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
