import type { FolderRef } from '../../agents/folderRef';
import type { ModelList } from '../../driver/models/models';
import type { Choice } from '../../views/dialogs/quickPickers';
import type { CommandServices } from '../commandServices';

interface ModelOwner {
  readonly folder: FolderRef | undefined;
  readonly providerId: string;
}

type Chosen =
  | { readonly kind: 'model'; readonly id: string }
  | { readonly kind: 'other' }
  | { readonly kind: 'refresh' };

/**
 * The model that the person chooses from the list of the CLI, or types; `undefined` if the person cancels.
 * @throws {SessionError} what `Models.list` throws.
 */
export async function chooseModel(
  deps: CommandServices,
  owner: ModelOwner,
): Promise<string | undefined> {
  const { name } = deps.displayOf(owner.providerId, owner.folder?.uri);
  let refresh: 'cached' | 'refresh' = 'cached';
  for (;;) {
    const list = await listModels(deps, owner, refresh);
    if (list.kind === 'notPossible') {
      deps.messages.noteOnce(list.reason);
      return askModel(deps, name);
    }
    const chosen = await deps.choices.choose(`Which model of ${name}?`, buildChoices(list.models));
    switch (chosen?.kind) {
      case undefined:
        return undefined;
      case 'model':
        return chosen.id;
      case 'other':
        return askModel(deps, name);
      case 'refresh':
        refresh = 'refresh';
    }
  }
}

function listModels(
  deps: CommandServices,
  { folder, providerId }: ModelOwner,
  refresh: 'cached' | 'refresh',
): Promise<ModelList> {
  return deps.busy('Listing models...', () => deps.models.list(providerId, { folder, refresh }));
}

async function askModel({ pickers }: CommandServices, name: string): Promise<string | undefined> {
  return (await pickers.askText(`Model of ${name}`, ''))?.trim();
}

function buildChoices(
  models: Extract<ModelList, { kind: 'known' }>['models'],
): readonly Choice<Chosen>[] {
  return [
    ...models.map(({ id, name }): Choice<Chosen> => {
      const value = { kind: 'model', id } as const;
      return name === undefined || name === id
        ? { label: id, value }
        : { label: name, description: id, value };
    }),
    { label: 'Other...', description: 'type its name', value: { kind: 'other' } },
    { label: 'Refresh', description: 'list the models again', value: { kind: 'refresh' } },
  ];
}
