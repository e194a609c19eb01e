import * as z from 'zod';
import { parsePtyId } from '../pty/ptyId';
import type { FileFormat, ParsedFile } from './fileFormat';
import { parseJson } from '../base/parseJson';

/** The conversation of a session. */
export interface SessionMapEntry {
  /** The conversation's id, by which its CLI resumes it; mostly a UUID. */
  readonly uuid: string;
  /** The directory that the agent worked in. */
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
export type SessionMap = ReadonlyMap<string, SessionMapEntry>;

/** `pty-session-map.json`: `{ptyId: {uuid, cwd}}`. */
export const SESSION_MAP_FILE: FileFormat<SessionMap> = {
  name: 'pty-session-map.json',
  title: 'The list of conversations',
  empty: new Map(),
  parse: parseSessionMap,
  format: (map) => `${JSON.stringify(Object.fromEntries(map), undefined, 2)}\n`,
};

// Loose: fields that a later version of the extension has added are kept.
const ENTRY = z.looseObject({
  uuid: z.string().min(1),
  cwd: z.string().min(1),
  forkedFrom: z.string().min(1).optional(),
  insteadOf: z.string().min(1).optional(),
});
const FILE = z.record(z.string(), z.unknown());

function parseSessionMap(text: string): ParsedFile<SessionMap> {
  const json = parseJson(text);
  if (json.kind === 'damaged') {
    return { content: new Map(), damage: json.damage };
  }
  const file = FILE.safeParse(json.value);
  if (!file.success) {
    return { content: new Map(), damage: 'it contains no map of sessions' };
  }
  const entries = Object.entries(file.data);
  const content = new Map(entries.flatMap(([ptyId, entry]) => parseEntry(ptyId, entry)));
  const lost = entries.length - content.size;
  const damage = lost > 0 ? `${lost} of its ${entries.length} entries cannot be read` : undefined;
  return { content, damage };
}

function parseEntry(ptyId: string, value: unknown): readonly [string, SessionMapEntry][] {
  const entry = ENTRY.safeParse(value);
  return entry.success && parsePtyId(ptyId) ? [[ptyId, entry.data]] : [];
}
