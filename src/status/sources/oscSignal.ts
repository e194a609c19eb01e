import type { StatusFacts } from '../../providers/model/statusFacts';
import type { ProgramSignal } from '../../pty/sessionService';
import type { Signal } from '../activity';
import { readProgramStatus, type ItemReport } from './programStatus';
import { readProgress } from './progressSignal';
import { readTitle } from './titleSignal';

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
