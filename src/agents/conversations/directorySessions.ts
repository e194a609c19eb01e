import { isSameDirectory } from '../../conversations/transcripts/realDirectory';
import type { TranscriptLocation } from '../../conversations/transcripts/transcripts';
import type { Leases } from '../../ownership/leases';
import { cliIdOf } from '../../providers/model/providerDefinition';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { TaskStore } from '../../tasks/taskStore';
import type { CliOf } from '../sessionProviders';

interface DirectorySessionsDeps {
  readonly cliOf: CliOf;
  readonly leases: Pick<Leases, 'own' | 'readOthers'>;
  readonly map: Pick<SessionMapStore, 'entries'>;
  readonly tasks: Pick<TaskStore, 'list'>;
}

/** The session `ptyId`, which starts or previews a start. */
type SessionLocation = Pick<TranscriptLocation, 'cwd' | 'provider'> & { readonly ptyId: string };

interface Located {
  readonly ptyId: string;
  readonly cwd: string;
}

/** Finds the other sessions whose agents are of the same CLI and in the same directory. */
export class DirectorySessions {
  constructor(private readonly deps: DirectorySessionsDeps) {}

  /** Those whose conversation is in the session map. */
  listMapped(location: SessionLocation): readonly string[] {
    return this.select(location, this.mapped(), ({ cwd }) => cwd === location.cwd);
  }

  /** Those that tasks store, whether or not the session map has their conversations. */
  listStored(location: SessionLocation): readonly string[] {
    return this.select(location, this.stored(), ({ cwd }) => cwd === location.cwd);
  }

  /**
   * Whether no window stores or runs another session of the CLI in the directory. Only then is the
   * latest conversation there the session's own. If the CLI counts other directories of a repository,
   * no such session may be in any directory.
   */
  async isAlone(location: SessionLocation): Promise<boolean> {
    const known = [...this.mapped(), ...this.stored(), ...(await this.running())];
    if ('lastReach' in location.provider.conversations) {
      return this.select(location, known, () => true).length === 0;
    }
    const directories = new Map<string, boolean>();
    for (const { cwd } of known) {
      if (!directories.has(cwd)) {
        directories.set(cwd, await isSameDirectory(cwd, location.cwd));
      }
    }
    return this.select(location, known, ({ cwd }) => directories.get(cwd) === true).length === 0;
  }

  private mapped(): readonly Located[] {
    return [...this.deps.map.entries].map(([ptyId, { cwd }]) => ({ ptyId, cwd }));
  }

  private stored(): readonly Located[] {
    return this.deps.tasks
      .list()
      .flatMap(({ cwd, conversations }) => conversations.map(({ ptyId }) => ({ ptyId, cwd })));
  }

  private async running(): Promise<readonly Located[]> {
    const { leases } = this.deps;
    const claims = [...leases.own, ...(await leases.readOthers())];
    return claims.flatMap(({ ptyId, workDir: cwd }) => (cwd === undefined ? [] : [{ ptyId, cwd }]));
  }

  /** Reads the settings last: they are slow to read. */
  private select(
    { ptyId, provider }: SessionLocation,
    known: readonly Located[],
    isThere: (one: Located) => boolean,
  ): readonly string[] {
    const cli = cliIdOf(provider);
    return known
      .filter((one) => one.ptyId !== ptyId && isThere(one))
      .filter((one) => this.deps.cliOf(one.ptyId, one.cwd) === cli)
      .map((one) => one.ptyId);
  }
}
