/** Maps the items in their order, at most `lanes` of them at the same time. */
export async function mapInLanes<Item, Result>(
  items: readonly Item[],
  lanes: number,
  map: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = Array<Result>(items.length);
  const queue = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) {
      results[index] = await map(item);
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return results;
}
