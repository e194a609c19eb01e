import type { CommandServices } from '../commandServices';

interface FetchQuestion {
  /** The URI of the folder whose settings apply. */
  readonly folder: string;
  /** The branch of a remote that would be fetched; undefined if none. */
  readonly findRemote: () => Promise<string | undefined>;
  /** What happens after a fetch, and without one. */
  readonly fetched: string;
  readonly unfetched: string;
}

/** Whether a branch of a remote is fetched first, as the setting says; `undefined` if the person cancels. */
export async function chooseFetch(
  { choices, settings }: CommandServices,
  { fetched, findRemote, folder, unfetched }: FetchQuestion,
): Promise<boolean | undefined> {
  const mode = settings(folder)['worktree.fetch'];
  const remote = mode === 'ask' ? await findRemote() : undefined;
  if (remote === undefined) {
    return mode === 'always';
  }
  return choices.choose(`Should ${remote} be fetched first?`, [
    { label: `Fetch ${remote}`, description: fetched, value: true },
    {
      label: 'Do not fetch',
      description: `${unfetched}; the setting agentTerminals.worktree.fetch decides`,
      value: false,
    },
  ]);
}
