import type { StatusFacts, TitleRule } from '../../providers/model/statusFacts';
import type { ProgramSignal } from '../../pty/sessionService';
import { type Signal, toActivity } from '../activity';
import { readProgramStatus, type ItemReport } from './programStatus';
import { toPlainLine } from '../screens/screenParts';

type OscReport =
  /** What a source reports from now on; undefined: it withdraws its last report. */
  | {
      readonly source: 'program' | 'title' | 'progress';
      readonly signal: Signal | undefined;
    }
  | ItemReport;

/** Reads an agent's OSC sequence; undefined if it contains nothing known. */
export function readOsc(
  { reports, titles }: Pick<StatusFacts, 'reports' | 'titles'>,
  { code, data }: Pick<ProgramSignal, 'code' | 'data'>,
  at: number,
): OscReport | undefined {
  switch (code) {
    case 0:
    case 2:
      return { source: 'title', signal: readTitle(titles, data, at) };
    case 9: {
      const progress = readProgress(data, at);
      return progress === 'none' ? undefined : { source: 'progress', signal: progress };
    }
    case 7501: {
      const report = readProgramStatus(data, at, reports);
      if (report === undefined) {
        return undefined;
      }
      if (report !== 'clear' && 'item' in report) {
        return report;
      }
      return { source: 'program', signal: report === 'clear' ? undefined : report };
    }
    default:
      return undefined;
  }
}

/** `4;state;percent`, with the states of ConEmu, which other terminals have adopted. */
const PROGRESS = /^4;([0-4])(?:;\d{0,3})?;?$/;
const UNDER_WAY: readonly string[] = ['1', '3'];

/**
 * Reads a program's progress (OSC 9;4). It reports work or nothing, since errors and pauses may be
 * those of a tool instead of the agent. `none`: the sequence is not a progress report.
 */
export function readProgress(data: string, at: number): Signal | undefined | 'none' {
  const state = PROGRESS.exec(data)?.[1];
  if (state === undefined) {
    return 'none';
  }
  return UNDER_WAY.includes(state)
    ? {
        source: 'progress',
        state: { kind: 'working' },
        ruleId: 'progress',
        reason: 'it shows progress',
        at,
      }
    : undefined;
}

/** Longer titles are shortened before they are matched. */
const MOST_CHARS = 500;

/** Reads a terminal's title; undefined if no rule matches, so the title reports nothing now. */
export function readTitle(
  rules: readonly TitleRule[],
  title: string,
  at: number,
): Signal | undefined {
  const plain = toPlainLine(title.slice(0, MOST_CHARS));
  const rule = rules.find((one) => one.title.test(plain));
  return (
    rule && {
      source: 'title',
      state: toActivity(rule.shows, undefined),
      ruleId: rule.id,
      reason: `its title is "${plain}"`,
      at,
    }
  );
}
