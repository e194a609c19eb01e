import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/clock';
import type { SessionInfo } from '../../pty/sessionService';
import { countOf } from '../../worktrees/formatNames';
import type { HostState, OtherHost } from './sessionHosting';

/** Whether the session host runs and responds. */
export type HostHealth =
  | { readonly state: 'none' }
  | { readonly state: 'responsive' | 'unresponsive'; readonly pid: number }
  | { readonly state: 'gone'; readonly pid: number; readonly lost: readonly SessionInfo[] };

/** What a person can do with session hosts and their sessions. */
export type HostAction =
  | { readonly kind: 'restart' | 'stop' }
  | { readonly kind: 'endProcess'; readonly pid: number }
  | { readonly kind: 'endOther'; readonly other: OtherHost }
  | { readonly kind: 'endSession'; readonly session: SessionInfo };

const MEGABYTE = 1024 * 1024;

/** Formats the state of the host in one line, which is the title of a list. */
export function describeHost(state: HostState): string {
  switch (state.kind) {
    case 'none':
      return 'No session host runs. The next session with the persistence "host" starts one.';
    case 'silent':
      return `The session host, process ${state.pid}, does not answer.`;
    case 'answers': {
      const { pid, version, rss, sessions, clients, uptimeMs } = state.report;
      const facts = [
        `process ${pid}`,
        `version ${version}`,
        `${Math.round(rss / MEGABYTE)} MB`,
        countOf(sessions, 'session'),
        countOf(clients, 'window'),
        `up ${formatDuration(uptimeMs)}`,
      ];
      return `Session host: ${facts.join(', ')}.`;
    }
  }
}

/** The question before the host is ended; undefined if it has no sessions. */
export function describeEnd(
  state: HostState,
): { readonly message: string; readonly detail: string } | undefined {
  switch (state.kind) {
    case 'none':
      return undefined;
    case 'silent':
      return {
        message: `End process ${state.pid}, the session host?`,
        detail: 'All its sessions end with it, in every window. Their conversations can continue.',
      };
    case 'answers': {
      const { sessions } = state.report;
      const detail =
        'Their programs end, even in the middle of their work. Their conversations can continue.';
      return sessions === 0
        ? undefined
        : {
            message: `End ${countOf(sessions, 'session')} of the session host, in every window?`,
            detail,
          };
    }
  }
}

/** The question before another host is ended, which this window cannot query. */
export function describeOtherEnd({ pid, version, sessions }: OtherHost): {
  readonly message: string;
  readonly detail: string;
} {
  const ends =
    sessions.length === 0
      ? 'It reports no sessions. If it has any, they end with it.'
      : `Its sessions end with it: ${nameSome(sessions)}. Their conversations can continue.`;
  return { message: `End process ${pid}, a session host of version ${version}?`, detail: ends };
}

/**
 * A message of some sentences about a change of the host's health; undefined if it needs none.
 * @param lost the labels of the agents' sessions that ended with the host.
 */
export function describeHealth(health: HostHealth, lost: readonly string[]): string | undefined {
  switch (health.state) {
    case 'none':
    case 'responsive':
      return undefined;
    case 'unresponsive':
      return `The session host, process ${health.pid}, does not answer. Its sessions continue when it answers again. If it never does, end that process; their conversations can continue.`;
    case 'gone':
      return lost.length === 0
        ? undefined
        : `The session host, process ${health.pid}, has ended, and with it ${nameSome(lost)}. The conversations are not lost: they can continue.`;
  }
}

/** `20 s`, `5 min`, `3 h`, `2 days`. */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) {
    return `${Math.floor(ms / 1000)} s`;
  }
  if (ms < HOUR_MS) {
    return `${Math.floor(ms / MINUTE_MS)} min`;
  }
  return ms < DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : countOf(Math.floor(ms / DAY_MS), 'day');
}

function nameSome(labels: readonly string[]): string {
  const [first = '', second, ...more] = labels;
  if (second === undefined) {
    return first;
  }
  return more.length === 0 ? `${first} and ${second}` : `${first} and ${labels.length - 1} more`;
}
