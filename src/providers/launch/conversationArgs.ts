import { SessionError } from '../../base/errors';
import { ID, type ProviderDefinition } from '../model/providerDefinition';

export type ConversationChoice =
  /** A new one, with this UUID if the provider lets us choose it. */
  | { readonly kind: 'fresh'; readonly uuid?: string | undefined }
  | { readonly kind: 'resume'; readonly id: string }
  /** A new one with the history of `id`, with this UUID if the provider lets us choose it. */
  | { readonly kind: 'fork'; readonly id: string; readonly uuid?: string | undefined }
  /** The newest conversation of the folder. */
  | { readonly kind: 'resumeLast' };

/**
 * The arguments that select the conversation.
 * @throws {SessionError} `BAD_REQUEST` if the provider cannot resume or fork as requested.
 */
export function conversationArgs(
  provider: ProviderDefinition,
  choice: ConversationChoice,
): readonly string[] {
  const { name, conversations } = provider;
  switch (choice.kind) {
    case 'fork':
      return forkArgs(provider, choice.id, choice.uuid);
    case 'fresh':
      if (conversations.kind === 'chooseId' && choice.uuid !== undefined) {
        return withId(conversations.create, choice.uuid);
      }
      return conversations.kind === 'latest' ? (conversations.fresh ?? []) : [];
    case 'resume':
      if (conversations.kind === 'byId' || conversations.kind === 'chooseId') {
        return withId(conversations.resume, choice.id);
      }
      throw cannot(`${name} cannot resume a conversation by its id`);
    case 'resumeLast':
      if (conversations.kind === 'none' || conversations.last === undefined) {
        throw cannot(`${name} cannot resume its last conversation`);
      }
      return conversations.last;
  }
}

function forkArgs(
  { name, fork, conversations }: ProviderDefinition,
  id: string,
  uuid: string | undefined,
): readonly string[] {
  if (fork.kind === 'none') {
    throw cannot(`${name} cannot start a conversation with the history of another`);
  }
  const isChosen = fork.newId === 'chosen' && conversations.kind === 'chooseId';
  const own = isChosen && uuid !== undefined ? withId(conversations.create, uuid) : [];
  return [...withId(fork.args, id), ...own];
}

function withId(args: readonly string[], id: string): readonly string[] {
  if (id === '' || id.startsWith('-')) {
    throw new SessionError(
      'BAD_REQUEST',
      `'${id}' is not the id of a conversation: the CLI would take it for an option.`,
    );
  }
  return args.map((arg) => arg.replace(ID, () => id));
}

function cannot(what: string): SessionError {
  return new SessionError('BAD_REQUEST', `${what}; start a new one instead.`);
}
