import type { AnswerScreen } from '../providers/model/engineFacts';

/**
 * The mark at the beginning of a row that repeats a prompt; undefined if the row has none. Empty if
 * the provider uses no mark.
 */
export function echoMarkOf({ echo }: AnswerScreen, row: string): string | undefined {
  return echo ? echo.exec(row)?.[0].slice(0, -1) : '';
}
