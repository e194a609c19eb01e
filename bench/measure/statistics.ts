/** The middle value, or the upper of two middle values; NaN without values. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value below which `percent` of all values are; NaN without values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100));
  return sorted[index] ?? NaN;
}
