import { SerialQueue } from '../../base/serialQueue';
import type { FolderRef } from '../../agents/folderRef';
import {
  canonicalJson,
  type ConfirmationStore,
  type WorkspaceValue,
} from '../../config/confirmations';
import { SETTINGS_SECTION } from '../../config/contributions';
import type { ProviderOverrides } from '../../providers/registry/providerRegistry';
import type { Questions } from './vscodeMessages';
import { showValues, type ShownValues } from './shownText';
import { toVisibleText } from '../../base/text/visibleText';
import { isRecord } from '../../base/isRecord';

const PROVIDER_KEY = 'providers.';

/**
 * Asks the person about values that a repository brings and that determine what runs: once for each
 * folder and value. A refused value stays refused until the window closes; the person's own value
 * applies instead.
 */
export class ConfirmWorkspaceValues {
  private readonly refused = new Set<string>();
  /** One question at a time, so that two concurrent starts do not ask twice. */
  private readonly queue = new SerialQueue();

  constructor(
    private readonly deps: {
      /** Returns the values of the folder's settings that the person has not confirmed. */
      unconfirmed(folderUri: string): readonly WorkspaceValue[];
      /** Returns the providers of the settings that apply to the folder now. */
      providersOf(folderUri: string): ProviderOverrides;
      /** Returns the key under which `confirmations` stores the folder's values. */
      keyOf(folderUri: string): string;
      readonly confirmations: ConfirmationStore;
      readonly questions: Questions;
      openSettings(): PromiseLike<unknown>;
    },
  ) {}

  /**
   * Asks about the values of the provider, or about all values if none is chosen yet. `cancelled`
   * means that the person did not answer, and nothing should start. Values that are too long to
   * show cannot be confirmed.
   */
  confirm(folder: FolderRef, providerId: string | undefined): Promise<'answered' | 'cancelled'> {
    return this.queue.run(() => this.confirmNow(folder, providerId));
  }

  /** Whether `confirm` would ask no question. */
  isSettled(folder: FolderRef, providerId: string | undefined): boolean {
    return this.findOpen(folder, providerId).length === 0;
  }

  private findOpen(folder: FolderRef, providerId: string | undefined): readonly WorkspaceValue[] {
    const values = this.deps.unconfirmed(folder.uri);
    const ids =
      providerId === undefined
        ? undefined
        : findRelatedProviders(providerId, this.deps.providersOf(folder.uri), values);
    return values
      .filter((value) => concerns(value, ids))
      .filter((value) => !this.refused.has(refusalOf(folder, value)));
  }

  private async confirmNow(
    folder: FolderRef,
    providerId: string | undefined,
  ): Promise<'answered' | 'cancelled'> {
    const values = this.findOpen(folder, providerId);
    return values.length === 0 ? 'answered' : this.askAbout(folder, values);
  }

  private async askAbout(
    folder: FolderRef,
    values: readonly WorkspaceValue[],
  ): Promise<'answered' | 'cancelled'> {
    const shown = showValues(values.map(({ key, value }) => [`${SETTINGS_SECTION}.${key}`, value]));
    const answer = await this.deps.questions.ask({
      message: `Allow the settings in ${toVisibleText(folder.name)} to change what Agent Terminals runs?`,
      detail: [shown.text, describeChoice(folder, shown)].join('\n\n'),
      answers: shown.isComplete
        ? (['Apply', 'Ignore'] as const)
        : (['Open Settings', 'Ignore'] as const),
    });
    switch (answer) {
      case 'Apply':
        for (const value of values) {
          await this.deps.confirmations.confirm(this.deps.keyOf(folder.uri), value);
        }
        return 'answered';
      case 'Ignore':
        values.forEach((value) => this.refused.add(refusalOf(folder, value)));
        return 'answered';
      case 'Open Settings':
        await this.deps.openSettings();
        return 'cancelled';
      case undefined:
        return 'cancelled';
    }
  }
}

function concerns({ key }: WorkspaceValue, providerIds: ReadonlySet<string> | undefined): boolean {
  const isOfChoice = key === 'defaultProvider' || key.startsWith(PROVIDER_KEY);
  return !providerIds || !isOfChoice || providerIds.has(key.slice(PROVIDER_KEY.length));
}

function refusalOf(folder: FolderRef, { key, value }: WorkspaceValue): string {
  return canonicalJson([folder.uri, key, value]);
}

function describeChoice({ path }: FolderRef, { isComplete }: ShownValues): string {
  const origin = `They come with the folder ${toVisibleText(path)}.`;
  return isComplete
    ? `${origin} Ignore them to continue with your own.`
    : `${origin} They are too long to show here. Read them there, and copy those that you want to your own settings. Ignore them to continue with your own.`;
}

/**
 * The ids of a provider, of those that it extends and of those that start in its place, by the
 * settings that apply and by the values that the person has not confirmed yet.
 */
function findRelatedProviders(
  providerId: string,
  providers: ProviderOverrides,
  unconfirmed: readonly WorkspaceValue[],
): ReadonlySet<string> {
  const related = new Set([providerId]);
  // A set that grows is iterated to its end.
  for (const id of related) {
    const open = unconfirmed.filter(({ key }) => key === `providers.${id}`);
    const applied = Object.hasOwn(providers, id) ? [providers[id]] : [];
    [...applied, ...open.map(({ value }) => value)]
      .flatMap(referencesIn)
      .forEach((one) => related.add(one));
  }
  return related;
}

function referencesIn(settings: unknown): readonly string[] {
  const named = isRecord(settings) ? [settings['extends'], settings['fallback']] : [];
  return named.filter((id) => typeof id === 'string');
}
