import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/clock';
import { countOf } from '../../worktrees/formatNames';

/** The interval at which texts with ages are updated, in milliseconds. */
export const AGING_MS = MINUTE_MS;

/** The days that count as a month and as a year. */
const MONTH_DAYS = 30;
const YEAR_DAYS = 365;

/**
 * Formats an age in milliseconds, such as `5 min ago`. A negative age, which a changed clock may
 * cause, is `just now`.
 */
export function formatAge(ageMs: number): string {
  if (ageMs < MINUTE_MS) {
    return 'just now';
  }
  if (ageMs < HOUR_MS) {
    return `${Math.floor(ageMs / MINUTE_MS)} min ago`;
  }
  if (ageMs < DAY_MS) {
    return `${Math.floor(ageMs / HOUR_MS)} h ago`;
  }
  return `${formatDays(Math.floor(ageMs / DAY_MS))} ago`;
}

function formatDays(days: number): string {
  if (days < MONTH_DAYS) {
    return countOf(days, 'day');
  }
  return days < YEAR_DAYS
    ? countOf(Math.floor(days / MONTH_DAYS), 'month')
    : countOf(Math.floor(days / YEAR_DAYS), 'year');
}
