import { isSameDirectory } from '../../base/directories';
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

type Place = Pick<TranscriptLocation, 'cwd' | 'provider'>;

/** The session `ptyId`, which starts or previews a start. */
type SessionLocation = Place & { readonly ptyId: string };

interface Located {
  readonly ptyId: string;
  readonly cwd: string;
}

/** Finds the sessions whose agents are of the same CLI and in the same directory. */
export class DirectorySessions {
  constructor(private readonly deps: DirectorySessionsDeps) {}

  listMapped({ ptyId, ...place }: SessionLocation): readonly string[] {
    const others = this.mapped().filter((one) => one.ptyId !== ptyId);
    return this.select(place, others, ({ cwd }) => cwd === place.cwd);
  }

  /** The others that tasks store, whether or not the session map has their conversations. */
  listStored({ ptyId, ...place }: SessionLocation): readonly string[] {
    const others = this.stored().filter((one) => one.ptyId !== ptyId);
    return this.select(place, others, ({ cwd }) => cwd === place.cwd);
  }

  /**
   * Whether no window stores or runs another session of the CLI in the directory. Only then is the
   * latest conversation there the session's own. If the CLI counts other directories of a repository,
   * no such session may be in any directory.
   */
  async isAlone({ ptyId, ...place }: SessionLocation): Promise<boolean> {
    const known = await this.known();
    const others = known.filter((one) => one.ptyId !== ptyId);
    return (await this.selectThere(place, others)).length === 0;
  }

  /** The session that {@link isAlone} there; undefined if there is none or several. */
  async findOnly(place: Place): Promise<string | undefined> {
    const [only, ...others] = new Set(await this.selectThere(place, await this.known()));
    return others.length === 0 ? only : undefined;
  }

  async findRunning(place: Place): Promise<readonly string[]> {
    return this.selectThere(place, await this.running());
  }

  private async selectThere(place: Place, known: readonly Located[]): Promise<readonly string[]> {
    if ('lastReach' in place.provider.conversations) {
      return this.select(place, known, () => true);
    }
    const directories = new Map<string, boolean>();
    for (const { cwd } of known) {
      if (!directories.has(cwd)) {
        directories.set(cwd, await isSameDirectory(cwd, place.cwd));
      }
    }
    return this.select(place, known, ({ cwd }) => directories.get(cwd) === true);
  }

  private async known(): Promise<readonly Located[]> {
    return [...this.mapped(), ...this.stored(), ...(await this.running())];
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
    const leased = [...leases.own, ...(await leases.readOthers())];
    return leased.flatMap(({ ptyId, workDir: cwd }) => (cwd === undefined ? [] : [{ ptyId, cwd }]));
  }

  /** Reads the settings last: they are slow to read. */
  private select(
    { provider }: Place,
    known: readonly Located[],
    isThere: (one: Located) => boolean,
  ): readonly string[] {
    const cli = cliIdOf(provider);
    return known
      .filter(isThere)
      .filter((one) => this.deps.cliOf(one.ptyId, one.cwd) === cli)
      .map((one) => one.ptyId);
  }
}
