import * as z from 'zod';
import type { Clock } from '../base/clock';
import { SharedFile, mapFormat, type FileFormat } from './sharedFile';
import { SharedState } from './sharedState';
import { parsePtyId } from '../pty/ptyId';

type SessionMapChange =
  | { readonly kind: 'put'; readonly ptyId: string; readonly entry: SessionMapEntry }
  | { readonly kind: 'remove'; readonly ptyId: string };

export class SessionMapStore extends SharedState<SessionMap, SessionMapChange> {
  constructor(directory: string, clock: Clock) {
    super(new SharedFile(directory, SESSION_MAP_FILE, clock), applyChange);
  }

  get(ptyId: string): SessionMapEntry | undefined {
    return this.value.get(ptyId);
  }

  get entries(): SessionMap {
    return this.value;
  }

  put(ptyId: string, entry: SessionMapEntry): Promise<void> {
    return this.change({ kind: 'put', ptyId, entry });
  }

  /** Does nothing for an unknown id. */
  async remove(ptyId: string): Promise<void> {
    if (this.get(ptyId)) {
      await this.change({ kind: 'remove', ptyId });
    }
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

export interface SessionMapEntry {
  /** The conversation's id, by which its CLI resumes it; mostly a UUID. */
  readonly uuid: string;
  readonly cwd: string;
  /** The conversation that this one was forked from. Used until this one has a transcript. */
  readonly forkedFrom?: string | undefined;
  /**
   * The conversation that this one replaced because it could not be resumed. Used until this one
   * has a transcript.
   */
  readonly insteadOf?: string | undefined;
}

/** By PTY id. */
type SessionMap = ReadonlyMap<string, SessionMapEntry>;

/** `pty-session-map.json`: `{ptyId: {uuid, cwd}}`. */
export const SESSION_MAP_FILE: FileFormat<SessionMap> = {
  name: 'pty-session-map.json',
  title: 'The list of conversations',
  ...mapFormat<SessionMapEntry>('sessions', (ptyId, entry) =>
    parsePtyId(ptyId) ? ENTRY.safeParse(entry).data : undefined,
  ),
};

// Loose: fields that a later version of the extension has added are kept.
const ENTRY = z.looseObject({
  uuid: z.string().min(1),
  cwd: z.string().min(1),
  forkedFrom: z.string().min(1).optional(),
  insteadOf: z.string().min(1).optional(),
});
