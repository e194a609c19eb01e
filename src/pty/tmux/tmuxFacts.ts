import * as z from 'zod/mini';
import { tryParseJson } from '../../base/parseJson';
import type { AfterExit } from '../spawnMode';

/** What a later window has to know of a session that lives in tmux, and tmux does not. */
export interface TmuxFacts {
  readonly id: string;
  readonly label: string;
  readonly exec: string;
  /** The URI of its workspace folder; null for none. */
  readonly folder: string | null;
  readonly cwd: string;
  readonly afterExit: AfterExit;
  readonly scrollback: number;
  readonly exitMarkerNonce: string | null;
  readonly parent: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** What its programs carry in their environment; see `SESSION_MARKER_VARIABLE`. Null for none. */
  readonly marker: string | null;
  /** Its server's `TMUX_TMPDIR`: null for none, left out where nobody noted it. */
  readonly socketsIn?: string | null | undefined;
}

const FACTS: z.ZodMiniType<TmuxFacts> = z.object({
  id: z.string(),
  label: z.string(),
  exec: z.string(),
  folder: z.nullable(z.string()),
  cwd: z.string(),
  afterExit: z.enum(['shell', 'keep', 'close']),
  scrollback: z.int().check(z.nonnegative()),
  exitMarkerNonce: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9]+$/))),
  parent: z.nullable(z.string()),
  createdAt: z.string(),
  marker: z.nullable(z.string()),
  socketsIn: z.optional(z.nullable(z.string())),
});

export function formatTmuxFacts(facts: TmuxFacts): string {
  return JSON.stringify(facts);
}

/** Undefined for what is no such file. */
export function parseTmuxFacts(text: string): TmuxFacts | undefined {
  return FACTS.safeParse(tryParseJson(text)).data;
}
