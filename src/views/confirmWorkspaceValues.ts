import type { FolderRef } from '../agents/agentService';
import { canonicalJson } from '../config/canonicalJson';
import type { ConfirmationStore, WorkspaceValue } from '../config/confirmations';
import { SETTINGS_SECTION } from '../config/contributions';
import type { Questions } from './questions';

/** Longer values are cut where they are shown, with a word on where the rest is. */
const MAX_SHOWN_CHARS = 1500;

export interface ConfirmWorkspaceValuesDeps {
  /** What the folder's settings bring and the person has not confirmed. */
  unconfirmed(folderUri: string): readonly WorkspaceValue[];
  /** The name under which `confirmations` keeps what belongs to the folder. */
  placeOf(folderUri: string): string;
  readonly confirmations: Pick<ConfirmationStore, 'confirm'>;
  readonly questions: Questions;
}

/**
 * Asks the person about values that a repository brings and that say what is run: once
 * for each folder and very value. What is refused stays refused until the window closes;
 * the person's own values count in its place.
 */
export class ConfirmWorkspaceValues {
  private readonly refused = new Set<string>();
  /** One question at a time: two starts at once must not ask twice. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: ConfirmWorkspaceValuesDeps) {}

  /**
   * Asks about what concerns the provider, or about all where none is chosen yet.
   * `cancelled` where the person did not answer: then nothing should be started.
   */
  confirm(folder: FolderRef, providerId: string | undefined): Promise<'answered' | 'cancelled'> {
    const confirmed = this.queue.then(() => this.confirmNow(folder, providerId));
    // Whoever asked learns of a failure; those behind are not stopped by it.
    this.queue = confirmed.catch(() => {});
    return confirmed;
  }

  private async confirmNow(
    folder: FolderRef,
    providerId: string | undefined,
  ): Promise<'answered' | 'cancelled'> {
    const values = this.deps
      .unconfirmed(folder.uri)
      .filter((value) => concerns(value, providerId))
      .filter((value) => !this.refused.has(refusalOf(folder, value)));
    return values.length === 0 ? 'answered' : this.askAbout(folder, values);
  }

  private async askAbout(
    folder: FolderRef,
    values: readonly WorkspaceValue[],
  ): Promise<'answered' | 'cancelled'> {
    const answer = await this.deps.questions.ask({
      message: `Apply what the settings of ${folder.name} say about what is run?`,
      detail: `${values.map(formatValue).join('\n\n')}\n\nThey come with the folder ${folder.path}. Ignore them to go on with your own.`,
      answers: ['Apply', 'Ignore'],
    });
    switch (answer) {
      case 'Apply':
        for (const value of values) {
          await this.deps.confirmations.confirm(this.deps.placeOf(folder.uri), value);
        }
        return 'answered';
      case 'Ignore':
        values.forEach((value) => this.refused.add(refusalOf(folder, value)));
        return 'answered';
      case undefined:
        return 'cancelled';
    }
  }
}

function concerns({ key }: WorkspaceValue, providerId: string | undefined): boolean {
  return (
    providerId === undefined || !key.startsWith('providers.') || key === `providers.${providerId}`
  );
}

function refusalOf(folder: FolderRef, { key, value }: WorkspaceValue): string {
  return canonicalJson([folder.uri, key, value]);
}

function formatValue({ key, value }: WorkspaceValue): string {
  const text = JSON.stringify(value, undefined, 2) ?? 'undefined';
  const rest = text.length - MAX_SHOWN_CHARS;
  const shown =
    rest > 0
      ? `${text.slice(0, MAX_SHOWN_CHARS)}… (${rest} more characters in the folder's settings)`
      : text;
  return `${SETTINGS_SECTION}.${key}: ${shown}`;
}
