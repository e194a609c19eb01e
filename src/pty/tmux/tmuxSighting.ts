import type { TmuxLine } from './tmuxLine';
import type { TmuxAnswer } from './tmuxRun';
import { EXIT_OPTION } from './tmuxScripts';

const FIELDS = [
  ...['#{session_name}', '#{@agent-terminals}', `#{?${EXIT_OPTION},1,#{pane_dead}}`],
  ...['#{session_attached}', '#{window_width}', '#{window_height}'],
];

/** A line of tmux's list of sessions, as {@link judgeTmuxLife} reads it. */
export const TMUX_ROW_FORMAT = FIELDS.join(' ');

/** What tmux says of a session. */
export interface TmuxRow {
  readonly hasEnded: boolean;
  readonly isAttached: boolean;
  readonly cols: number;
  readonly rows: number;
}

/** What is known of one life of a session. */
export type TmuxSighting =
  | { readonly kind: 'seen'; readonly row: TmuxRow }
  /** Its server runs, and tells nothing. */
  | { readonly kind: 'silent'; readonly row?: undefined }
  /** Nobody can tell whether it is there. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'gone' };

/**
 * Only what is surely gone is told to be: a session that is forgotten runs on where nobody sees it.
 * One server has one life at a time.
 */
export function judgeTmuxLife(
  { name, life }: Pick<TmuxLine, 'life' | 'name'>,
  answer: TmuxAnswer,
  server: 'maybe' | 'no' | 'unnoted' | 'yes',
): TmuxSighting {
  switch (answer.kind) {
    case 'told': {
      const row = findRow(answer.output, `${name} ${life} `);
      return row ? { kind: 'seen', row } : { kind: 'gone' };
    }
    case 'gone':
      // Its socket may have been removed, by what cleans up `/tmp`, say.
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
