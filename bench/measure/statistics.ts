/** The middle one, or the upper of the two; NaN of nothing. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value below which `percent` of all are; NaN of nothing. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100));
  return sorted[index] ?? NaN;
}
