import type { ScreenEngine } from '../screenEngine';
import type { EngineChange, EngineJournal } from './engineJournal';

const GAP = Buffer.from(
  '\x18\r\n\x1b[0;2m[Agent Terminals: output is missing here: the worker that parsed it failed]\x1b[0m\r\n',
);

/** Marks missing output: ends an incomplete sequence, and begins a row of its own. */
export const GAP_MARK = {
  method: 'parse',
  bytes: new Uint8Array(GAP),
} as const satisfies EngineChange;

/**
 * Makes a new engine equal to the lost one, without the answers of the changes, which were given before. Returns
 * whether the gap of the journal is still to be marked: a full-screen program or a scroll region left no row for it.
 */
export async function replay(engine: ScreenEngine, journal: EngineJournal): Promise<boolean> {
  if (journal.snapshot) {
    await engine.restore(journal.snapshot);
  }
  const isMarked = engine.isScrolledWhole || journal.changes.includes(GAP_MARK);
  if (journal.hasGap && engine.isScrolledWhole) {
    await applyChange(engine, GAP_MARK);
  }
  for (const change of journal.changes) {
    await applyChange(engine, change);
  }
  return journal.hasGap && !isMarked;
}

export async function applyChange(engine: ScreenEngine, change: EngineChange): Promise<void> {
  switch (change.method) {
    case 'parse':
      await engine.parse(change.bytes);
      break;
    case 'resize':
      await engine.resize(change.dimensions);
      break;
    case 'shrinkTo':
      await engine.shrinkTo(change.bytes);
      break;
  }
}
