import type { ScreenEngine } from '../screenEngine';
import type { EngineChange, EngineJournal } from './engineJournal';

/** Ends an incomplete sequence, and begins a row of its own. */
export const GAP = Buffer.from(
  '\x18\r\n\x1b[0;2m[Agent Terminals: output is missing here: the worker that parsed it failed]\x1b[0m\r\n',
);

/** Makes a new engine equal to the lost one, without the answers of the changes, which were given before. */
export async function replay(engine: ScreenEngine, journal: EngineJournal): Promise<void> {
  if (journal.snapshot) {
    await engine.restore(journal.snapshot);
  }
  if (journal.hasGap && engine.isScrolledWhole) {
    await engine.parse(GAP);
  }
  for (const change of journal.changes) {
    await applyChange(engine, change);
  }
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
