import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/clock';

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
  return formatDays(Math.floor(ageMs / DAY_MS));
}

function formatDays(days: number): string {
  if (days < MONTH_DAYS) {
    return count(days, 'day');
  }
  return days < YEAR_DAYS
    ? count(Math.floor(days / MONTH_DAYS), 'month')
    : count(Math.floor(days / YEAR_DAYS), 'year');
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'} ago`;
}
