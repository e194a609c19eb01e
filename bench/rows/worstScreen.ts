import { SELECTED_ENGINE } from '../../src/pty/screen/createEngine';
import { searchWorstMemory } from '../../test/support/pty/memorySearch';
import type { Row } from '../report/row';

const SEARCH = { engine: SELECTED_ENGINE, seed: 1, tries: 50 } as const;
/** The limit of our own count, 16 MiB, in MB. */
const LIMIT_MB = 16.8;

/** P18: memory of a screen with the worst output that a search finds. */
export async function worstScreenRows(): Promise<readonly Row[]> {
  return [...(await rowsOf('', false)), ...(await rowsOf(' in a worker', true))];
}

async function rowsOf(place: string, isInWorker: boolean): Promise<readonly Row[]> {
  const { counted, held, heldCounted } = await searchWorstMemory({ ...SEARCH, isInWorker });
  const what = `the worst of ${SEARCH.tries} outputs for one screen${place}`;
  const title = { id: 'P18', unit: 'MB' } as const;
  return [
    {
      ...title,
      what: `${what}: our own count`,
      peerName: '',
      ours: counted / 1e6,
      target: { kind: 'atMost', value: LIMIT_MB },
    },
    {
      ...title,
      what: `${what}: JavaScript heap and array buffers`,
      peerName: 'our own count',
      ours: held / 1e6,
      peer: heldCounted / 1e6,
      ratio: held / heldCounted,
      target: { kind: 'atMost', value: 1.5 },
    },
  ];
}
