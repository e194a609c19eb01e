import type { TmuxLine } from './tmuxLine';
import type { TmuxAnswer } from './tmuxRun';
import { EXIT_OPTION } from './tmuxScripts';

const FIELDS = [
  ...['#{session_name}', '#{@agent-terminals}', `#{?${EXIT_OPTION},1,#{pane_dead}}`],
  ...['#{session_attached}', '#{window_width}', '#{window_height}'],
];

/** The format of a row in tmux's list of sessions, which {@link judgeTmuxInstance} parses. */
export const TMUX_ROW_FORMAT = FIELDS.join(' ');

/** What tmux reports about a session. */
interface TmuxRow {
  readonly hasEnded: boolean;
  readonly isAttached: boolean;
  readonly cols: number;
  readonly rows: number;
}

/** The state of one instance of a session. */
export type TmuxInstanceStatus =
  | { readonly kind: 'listed'; readonly row: TmuxRow }
  /** Its server runs and does not answer. */
  | { readonly kind: 'silent'; readonly row?: undefined }
  /** It cannot be determined whether the session exists. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'gone' };

/**
 * A session counts as gone only if that is certain: a session without files would run on unseen. A
 * server has only one instance at a time.
 */
export function judgeTmuxInstance(
  { name, instanceId }: Pick<TmuxLine, 'instanceId' | 'name'>,
  answer: TmuxAnswer,
  server: 'maybe' | 'no' | 'unnoted' | 'yes',
): TmuxInstanceStatus {
  switch (answer.kind) {
    case 'answered': {
      const row = findRow(answer.output, `${name} ${instanceId} `);
      return row ? { kind: 'listed', row } : { kind: 'gone' };
    }
    case 'gone':
      // A program that cleans up `/tmp` may have removed its socket.
      return { kind: server === 'no' || server === 'unnoted' ? 'gone' : 'silent' };
    case 'unknown':
      if (server === 'no') {
        return { kind: 'gone' };
      }
      return { kind: server === 'unnoted' ? 'unknown' : 'silent' };
  }
}

function findRow(list: string, begin: string): TmuxRow | undefined {
  const line = list.split('\n').find((one) => one.startsWith(begin));
  if (line === undefined) {
    return undefined;
  }
  const [dead, attached, cols, rows] = line.slice(begin.length).split(' ');
  return {
    hasEnded: dead === '1',
    isAttached: Number(attached) > 0,
    cols: Number(cols),
    rows: Number(rows),
  };
}
