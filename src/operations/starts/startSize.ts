import { DEFAULT_DIMENSIONS } from '../../pty/ptyDimensions';
import type { Dimensions } from '../../pty/ptyProcess';

interface RequestedSize {
  readonly cols?: number | undefined;
  readonly rows?: number | undefined;
}

/** The size of a session's terminal before a viewer sets it. */
export function sizeOf({ cols, rows }: RequestedSize): Dimensions {
  return { cols: cols ?? DEFAULT_DIMENSIONS.cols, rows: rows ?? DEFAULT_DIMENSIONS.rows };
}
