import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeFileAtomically } from '../../base/atomicFile';
import type { Clock } from '../../base/clock';
import type { Dimensions } from '../../pty/ptyProcess';
import { parsePtyId } from '../../pty/ptyId';
import { requirePrivateDirectory } from '../discovery/hostPlace';

/** What a session showed last, for when nobody holds it any more. */
export interface LastScreen {
  readonly ptyId: string;
  /** ISO 8601. */
  readonly savedAt: string;
  readonly dimensions: Dimensions;
  /** Rows with their colours, as output for another terminal. */
  readonly text: string;
}

/** What is kept of last screens: rows and bytes each, bytes together, milliseconds. Policy: the oldest rows go, and the oldest files. */
export const LAST_SCREEN_LIMITS = {
  rows: 1000,
  bytesEach: 1024 * 1024,
  bytesTogether: 64 * 1024 * 1024,
  ageMs: 7 * 24 * 3600_000,
} as const;

const SCREEN: z.ZodMiniType<LastScreen> = z.object({
  ptyId: z.string(),
  savedAt: z.string(),
  dimensions: z.object({ cols: z.number(), rows: z.number() }),
  text: z.string(),
});

const SUFFIX = '.json';

/** What text takes in UTF-8 and JSON, at the most but for control characters. */
const BYTES_A_CHARACTER = 3;

interface KeptFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** The last screens of sessions, a file each, for nobody but the person to read. */
export class LastScreens {
  constructor(
    private readonly directory: string,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly limits: {
      readonly bytesEach: number;
      readonly bytesTogether: number;
      readonly ageMs: number;
    } = LAST_SCREEN_LIMITS,
  ) {}

  /** Undefined where none is kept. */
  async read(ptyId: string): Promise<LastScreen | undefined> {
    try {
      const path = this.pathOf(ptyId) ?? '';
      return SCREEN.parse(JSON.parse(await readFile(path, 'utf8')));
    } catch {
      // There is none, or what is there cannot be shown.
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

  /** Removes what is too old, what is too much, and what killed writers left. */
  async sweep(): Promise<void> {
    const files = [...(await this.list())].sort((one, other) => other.mtimeMs - one.mtimeMs);
    let total = 0;
    for (const { path, size, mtimeMs } of files) {
      total += size;
      const isOld = this.clock.now() - mtimeMs > this.limits.ageMs;
      if (isOld || total > this.limits.bytesTogether || !path.endsWith(SUFFIX)) {
        await rm(path, { force: true });
      }
    }
  }

  private async list(): Promise<readonly KeptFile[]> {
    const names = await readdir(this.directory).catch(() => []);
    const found = names.map(async (name) => {
      const path = join(this.directory, name);
      const stats = await lstat(path).catch(() => undefined);
      return stats?.isFile() ? [{ path, size: stats.size, mtimeMs: stats.mtimeMs }] : [];
    });
    return (await Promise.all(found)).flat();
  }

  /** None for a name that is no PTY id, which could lead anywhere. */
  private pathOf(ptyId: string): string | undefined {
    return parsePtyId(ptyId) ? join(this.directory, `${ptyId}${SUFFIX}`) : undefined;
  }

  private cut(text: string): string {
    if (text.length <= this.limits.bytesEach / BYTES_A_CHARACTER) {
      return text;
    }
    const rest = text.slice(-Math.floor(this.limits.bytesEach / BYTES_A_CHARACTER));
    return rest.slice(rest.indexOf('\n') + 1);
  }
}
