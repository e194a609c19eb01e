import assert from 'node:assert/strict';
import type { useCore } from '../agents/useCore';
import { waitFor } from '../waitFor';
import { useCommandLine, type RunningProgram } from './useCommandLine';
import { useHeadlessExtension } from './useHeadlessExtension';

const LIMIT_MS = 30_000;

interface Activity {
  readonly kind: string;
  readonly request: string | null;
  readonly question: string | null;
}

/** A session as `list --json` prints it. */
interface ListedSession {
  readonly id: string;
  readonly running: boolean;
  readonly hasWindow: boolean;
  readonly workDir: string;
  readonly parent: string | null;
  readonly activity: Activity;
}

/** The command line in a core's folder, whose sessions are in the session host; for each test. */
export function useHeadlessCommandLine(fixture: ReturnType<typeof useCore>): HeadlessCommandLine {
  const extension = useHeadlessExtension(fixture);
  return new HeadlessCommandLine(fixture, extension, useCommandLine());
}

class HeadlessCommandLine {
  constructor(
    private readonly fixture: ReturnType<typeof useCore>,
    readonly extension: ReturnType<typeof useHeadlessExtension>,
    private readonly cli: ReturnType<typeof useCommandLine>,
  ) {}

  readonly start = (...args: readonly string[]): RunningProgram => this.startWith({}, ...args);

  /** Runs a verb with these variables, as a program in a session has them. */
  readonly runWith = (
    variables: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): Promise<RunningProgram> => this.startWith(variables, ...args).finish();

  readonly run = (...args: readonly string[]): Promise<RunningProgram> =>
    this.start(...args).finish();

  /** Runs a verb that must succeed, and returns what it printed. */
  readonly succeed = async (...args: readonly string[]): Promise<string> => {
    const { end, stdout, stderr } = await this.run(...args);
    assert.equal(end, 0, `${args.join(' ')}: ${stdout} ${stderr}`);
    return stdout.trim();
  };

  readonly list = async (): Promise<readonly ListedSession[]> => {
    const text = await this.succeed('list', '--json');
    return (JSON.parse(text) as { readonly sessions: readonly ListedSession[] }).sessions;
  };

  readonly listIds = async (): Promise<readonly string[]> =>
    (await this.list()).map(({ id }) => id);

  readonly shows = (id: string, words: string): Promise<void> =>
    waitFor(async () => (await this.succeed('screen', id)).includes(words), {
      limitMs: LIMIT_MS,
      what: `${id} to show ${words}`,
    });

  private startWith(
    variables: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): RunningProgram {
    const { env, folder } = this.fixture;
    const place = { cwd: folder, home: this.extension.home, env: { ...env, ...variables } };
    return this.cli.start(place, ...args);
  }
}
