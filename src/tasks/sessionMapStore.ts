import type { Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import { SESSION_MAP_FILE, type SessionMap, type SessionMapEntry } from './sessionMapFile';
import { SharedFile } from './sharedFile';
import { SharedState } from './sharedState';

type SessionMapChange =
  | { readonly kind: 'put'; readonly ptyId: string; readonly entry: SessionMapEntry }
  | { readonly kind: 'remove'; readonly ptyId: string };

/**
 * Stores the conversation of each session, in memory and in a file that other windows change as
 * well.
 */
export class SessionMapStore implements Disposable {
  private readonly state: SharedState<SessionMap, SessionMapChange>;

  readonly onDidChange;
  readonly onDidMeetProblem;

  constructor(directory: string, clock: Clock) {
    this.state = new SharedState(new SharedFile(directory, SESSION_MAP_FILE, clock), applyChange);
    this.onDidChange = this.state.onDidChange;
    this.onDidMeetProblem = this.state.onDidMeetProblem;
  }

  get(ptyId: string): SessionMapEntry | undefined {
    return this.state.value.get(ptyId);
  }

  /** All, by PTY id. */
  get entries(): SessionMap {
    return this.state.value;
  }

  put(ptyId: string, entry: SessionMapEntry): Promise<void> {
    return this.state.change({ kind: 'put', ptyId, entry });
  }

  /** Does nothing for an unknown id. */
  async remove(ptyId: string): Promise<void> {
    if (this.get(ptyId)) {
      await this.state.change({ kind: 'remove', ptyId });
    }
  }

  /** Reads the changes of other windows; the first call loads the file. */
  reload(): Promise<void> {
    return this.state.reload();
  }

  /** Resolves when all requested changes are on disk or their write has failed. */
  flush(): Promise<void> {
    return this.state.flush();
  }

  dispose(): void {
    this.state.dispose();
  }
}

function applyChange(map: SessionMap, change: SessionMapChange): SessionMap {
  const changed = new Map(map);
  switch (change.kind) {
    case 'put':
      return changed.set(change.ptyId, change.entry);
    case 'remove':
      changed.delete(change.ptyId);
      return changed;
  }
}
