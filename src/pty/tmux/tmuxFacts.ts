import * as z from 'zod/mini';
import { tryParseJson } from '../../base/parseJson';
import type { AfterExit } from '../spawnMode';
import type { StartShell } from '../shell/shells';

/** Facts about a session in tmux that a later window needs and tmux does not store. */
export interface TmuxFacts {
  readonly id: string;
  readonly label: string;
  readonly exec: string;
  /** The URI of its workspace folder; null: none. */
  readonly folder: string | null;
  readonly cwd: string;
  readonly afterExit: AfterExit;
  readonly scrollback: number;
  /** The nonce of a wrapper of 0.1.0; see {@link exitMarkerHash}. */
  readonly exitMarkerNonce: string | null;
  /**
   * The hash of the nonce with which its wrapper reports the agent's exit (see
   * `agentExitMarker.ts`): the agent can read this file. Null: no wrapper; missing: of 0.1.0.
   */
  readonly exitMarkerHash?: string | null | undefined;
  /** See `SessionSpec.startShell`. Missing: none, or of 0.2.0. */
  readonly startShell?: StartShell | undefined;
  /** The hash of `TmuxLine.endNonce`. Missing: of 0.1.0, where the nonce is the instance's id. */
  readonly endHash?: string | undefined;
  readonly parent: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The marker in its programs' environment; see `SESSION_MARKER_VARIABLE`. Null: none. */
  readonly marker: string | null;
  /** The server's `TMUX_TMPDIR`. Null: not set; missing: not recorded. */
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
  exitMarkerHash: z.optional(z.nullable(z.string())),
  startShell: z.optional(z.object({ path: z.string(), startup: z.string() })),
  endHash: z.optional(z.string()),
  parent: z.nullable(z.string()),
  createdAt: z.string(),
  marker: z.nullable(z.string()),
  socketsIn: z.optional(z.nullable(z.string())),
});

export function formatTmuxFacts(facts: TmuxFacts): string {
  return JSON.stringify(facts);
}

/** Undefined if the text is not such a file. */
export function parseTmuxFacts(text: string): TmuxFacts | undefined {
  return FACTS.safeParse(tryParseJson(text)).data;
}
