import { SELECTED_ENGINE } from '../../src/pty/screen/createEngine';
import { searchWorstMemory, type ScreenMemoryUse } from '../../test/support/pty/memorySearch';
import { toLoneRow, toRow, type Pair, type Row } from '../report/row';

const SEARCH = { engine: SELECTED_ENGINE, seed: 1, tries: 50 } as const;
/** The limit of our own count, 16 MiB, in MB. */
const LIMIT_MB = 16.8;

/** P18: memory of a screen with the worst output that a search finds; the spread is that of all outputs. */
export async function worstScreenRows(): Promise<readonly Row[]> {
  return [...(await rowsOf('', false)), ...(await rowsOf(' in a worker', true))];
}

async function rowsOf(place: string, isInWorker: boolean): Promise<readonly Row[]> {
  const { held, heldCounted, uses } = await searchWorstMemory({ ...SEARCH, isInWorker });
  const what = `the worst of ${SEARCH.tries} outputs for one screen${place}`;
  const atMost = (value: number) =>
    ({ id: 'P18', unit: 'MB', target: { kind: 'atMost', value } }) as const;
  const beside = {
    ...atMost(1.5),
    what: `${what}: JavaScript heap and array buffers`,
    peerName: 'our own count',
  };
  const pairOf = (use: Pick<ScreenMemoryUse, 'held' | 'heldCounted'>): Pair => ({
    ours: use.held / 1e6,
    peer: use.heldCounted / 1e6,
  });
  return [
    toLoneRow(
      { ...atMost(LIMIT_MB), what: `${what}: our own count` },
      uses.map(({ counted }) => counted / 1e6),
      100,
    ),
    {
      ...toRow(beside, [pairOf({ held, heldCounted })]),
      spread: toRow(beside, uses.map(pairOf)).spread,
    },
  ];
}
