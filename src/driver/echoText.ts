import type { AnswerScreen } from '../providers/model/engineFacts';

/** How a row that repeats a prompt begins, up to the prompt; undefined where it begins otherwise. */
export function markOf({ echo }: AnswerScreen, row: string): string | undefined {
  return echo ? echo.exec(row)?.[0].slice(0, -1) : '';
}

/** Without frames, too. */
export function withoutBlanks(text: string): string {
  return text.replace(/[\s│┃|]+/gu, '');
}
