import * as z from 'zod';
import { parseJson } from '../base/parseJson';
import type { FileFormat, ParsedFile } from './fileFormat';

/** The ports of a task. */
export interface PortRange {
  /** The first port. */
  readonly base: number;
  /** In milliseconds since the epoch. */
  readonly assignedAt: number;
}

/** By the ids of tasks. */
export type PortRangeMap = ReadonlyMap<string, PortRange>;

/** `ports.json`: `{taskId: {base, assignedAt}}`. */
export const PORT_RANGE_FILE: FileFormat<PortRangeMap> = {
  name: 'ports.json',
  title: 'The list of port ranges',
  empty: new Map(),
  parse: parsePortRanges,
  format: (ranges) => `${JSON.stringify(Object.fromEntries(ranges), undefined, 2)}\n`,
};

// Loose: fields that a later version of the extension has added are kept.
const RANGE = z.looseObject({ base: z.int().min(1).max(65_535), assignedAt: z.number() });
const FILE = z.record(z.string(), z.unknown());

function parsePortRanges(text: string): ParsedFile<PortRangeMap> {
  const json = parseJson(text);
  if (json.kind === 'damaged') {
    return { content: new Map(), damage: json.damage };
  }
  const file = FILE.safeParse(json.value);
  if (!file.success) {
    return { content: new Map(), damage: 'it contains no map of tasks' };
  }
  const entries = Object.entries(file.data);
  const content = new Map(
    entries.flatMap(([taskId, value]): readonly [string, PortRange][] => {
      const range = RANGE.safeParse(value);
      return range.success ? [[taskId, range.data]] : [];
    }),
  );
  const lost = entries.length - content.size;
  const damage = lost > 0 ? `${lost} of its ${entries.length} entries cannot be read` : undefined;
  return { content, damage };
}
