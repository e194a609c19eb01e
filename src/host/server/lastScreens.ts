import { existsSync } from 'node:fs';
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeFileAtomically } from '../../base/atomicFile';
import type { Clock } from '../../base/clock';
import type { Dimensions } from '../../pty/ptyProcess';
import { parsePtyId } from '../../pty/ptyId';
import { requirePrivateDirectory } from '../discovery/hostPaths';

/** The last screen of a session, for when no process holds the session. */
export interface LastScreen {
  readonly ptyId: string;
  /** ISO 8601. */
  readonly savedAt: string;
  readonly dimensions: Dimensions;
  /** Its rows with colours, as output for another terminal. */
  readonly text: string;
}

/**
 * The limits of stored screens: rows and bytes per screen, bytes of all screens, age in
 * milliseconds. Policy: the oldest rows and the oldest files are removed.
 */
export const LAST_SCREEN_LIMITS = {
  rows: 1000,
  bytesEach: 1024 * 1024,
  bytesInTotal: 64 * 1024 * 1024,
  ageMs: 7 * 24 * 3600_000,
} as const;

const SCREEN: z.ZodMiniType<LastScreen> = z.object({
  ptyId: z.string(),
  savedAt: z.string(),
  dimensions: z.object({ cols: z.number(), rows: z.number() }),
  text: z.string(),
});

const SUFFIX = '.json';

/**
 * The most bytes that a character (UTF-16 code unit) needs in UTF-8 and JSON, except for control
 * characters.
 */
const BYTES_PER_CHARACTER = 3;

interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** Stores the last screens of sessions, one file each, which only the person can read. */
export class LastScreens {
  constructor(
    private readonly directory: string,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly limits: {
      readonly bytesEach: number;
      readonly bytesInTotal: number;
      readonly ageMs: number;
    } = LAST_SCREEN_LIMITS,
  ) {}

  async read(ptyId: string): Promise<LastScreen | undefined> {
    try {
      const path = this.pathOf(ptyId) ?? '';
      // Every start reads, and few files exist: a read that fails would delay it twenty times as long.
      if (!existsSync(path)) {
        return undefined;
      }
      return SCREEN.parse(JSON.parse(await readFile(path, 'utf8')));
    } catch {
      // The file does not exist or cannot be parsed.
      return undefined;
    }
  }

  async write(ptyId: string, dimensions: Dimensions, text: string): Promise<void> {
    const path = this.pathOf(ptyId);
    if (path !== undefined) {
      const savedAt = new Date(this.clock.now()).toISOString();
      const screen: LastScreen = { ptyId, savedAt, dimensions, text: this.cut(text) };
      await requirePrivateDirectory(this.directory);
      await writeFileAtomically(path, JSON.stringify(screen));
    }
  }

  async remove(ptyId: string): Promise<void> {
    const path = this.pathOf(ptyId);
    if (path !== undefined) {
      await rm(path, { force: true });
    }
  }

  async removeAll(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }

  /**
   * Removes screens that are too old, the oldest above the size limit, and temporary files of
   * killed processes.
   */
  async sweep(): Promise<void> {
    const files = [...(await this.list())].sort((one, other) => other.mtimeMs - one.mtimeMs);
    let total = 0;
    for (const { path, size, mtimeMs } of files) {
      total += size;
      const isOld = this.clock.now() - mtimeMs > this.limits.ageMs;
      if (isOld || total > this.limits.bytesInTotal || !path.endsWith(SUFFIX)) {
        await rm(path, { force: true });
      }
    }
  }

  private async list(): Promise<readonly StoredFile[]> {
    const names = await readdir(this.directory).catch(() => []);
    const found = names.map(async (name) => {
      const path = join(this.directory, name);
      const stats = await lstat(path).catch(() => undefined);
      return stats?.isFile() ? [{ path, size: stats.size, mtimeMs: stats.mtimeMs }] : [];
    });
    return (await Promise.all(found)).flat();
  }

  /** Returns undefined for an invalid PTY id: it could lead to another directory. */
  private pathOf(ptyId: string): string | undefined {
    return parsePtyId(ptyId) ? join(this.directory, `${ptyId}${SUFFIX}`) : undefined;
  }

  private cut(text: string): string {
    if (text.length <= this.limits.bytesEach / BYTES_PER_CHARACTER) {
      return text;
    }
    const rest = text.slice(-Math.floor(this.limits.bytesEach / BYTES_PER_CHARACTER));
    return rest.slice(rest.indexOf('\n') + 1);
  }
}
