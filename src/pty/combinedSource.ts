import type { SessionListing, SessionSource } from './sessionSource';

/** Several sources as one. They are queried in parallel, so a slow one does not delay the others. */
export class CombinedSource implements SessionSource {
  constructor(private readonly sources: readonly SessionSource[]) {}

  /** Resolves when all sources can list; rejects then with the reason of the first that cannot. */
  async whenReady(): Promise<void> {
    const results = await Promise.allSettled(this.sources.map((source) => source.whenReady()));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) {
      throw failed.reason;
    }
  }

  /** The sessions of all sources, and the problem of the first that has one. */
  async list(): Promise<SessionListing> {
    const listings = await Promise.all(this.sources.map((source) => source.list()));
    return {
      sessions: listings.flatMap(({ sessions }) => sessions),
      problem: listings.find(({ problem }) => problem !== undefined)?.problem,
    };
  }

  async open(id: string): Promise<void> {
    for (const source of this.sources) {
      await source.open(id);
    }
  }
}
