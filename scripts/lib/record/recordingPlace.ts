import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runProgram } from '../runProgram.mjs';

/** The numbers of homes that recordings may use at the same time. */
const MOST_HOMES = 9;

/** The date of the only commit, so that its id is always the same. */
const COMMITTED = '2026-01-01T00:00:00Z';

/**
 * A new, private home folder with a git repository `app` in it. Its path has the length of the one
 * that replaces it in the recorded screens.
 */
export class RecordingPlace {
  private constructor(readonly home: string) {}

  static async create(): Promise<RecordingPlace> {
    const place = new RecordingPlace(await claimHome());
    await mkdir(place.temporary);
    await makeRepository(place.folder);
    return place;
  }

  get folder(): string {
    return join(this.home, 'app');
  }

  get temporary(): string {
    return join(this.home, 'tmp');
  }

  /** Writes files by their paths below the home folder. */
  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.home, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }

  async remove(): Promise<void> {
    await rm(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function claimHome(): Promise<string> {
  for (let number = 1; number <= MOST_HOMES; number++) {
    const home = `/tmp/rec${number}`;
    try {
      await mkdir(home, { mode: 0o700 });
      return home;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw error;
      }
    }
  }
  throw new Error(`All of /tmp/rec1 to /tmp/rec${MOST_HOMES} exist: remove those of ended runs.`);
}

async function makeRepository(folder: string): Promise<void> {
  const who = { GIT_AUTHOR_NAME: 'dev', GIT_AUTHOR_EMAIL: 'dev@example.com' };
  const env = {
    PATH: process.env['PATH'],
    HOME: dirname(folder),
    ...who,
    GIT_COMMITTER_NAME: who.GIT_AUTHOR_NAME,
    GIT_COMMITTER_EMAIL: who.GIT_AUTHOR_EMAIL,
    GIT_AUTHOR_DATE: COMMITTED,
    GIT_COMMITTER_DATE: COMMITTED,
  };
  await mkdir(folder);
  await writeFile(join(folder, 'README.md'), '# App\n');
  const git = (...args: string[]): Promise<string> => runProgram('git', args, { cwd: folder, env });
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', 'README.md');
  await git('commit', '--quiet', '--message', 'Begin');
}
