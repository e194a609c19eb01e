import {
  ConversationResolver,
  type ConversationResolverDeps,
  type ConversationRequest,
} from '../../../src/agents/conversations/conversationResolver';
import { DirectorySessions } from '../../../src/agents/conversations/directorySessions';
import { KnownConversations } from '../../../src/agents/conversations/knownConversations';
import type { Transcript } from '../../../src/conversations/transcripts/transcripts';
import type { Lease } from '../../../src/ownership/windowFile';
import { claude } from '../../../src/providers/catalog/claude/definition';
import type { ProviderDefinition } from '../../../src/providers/model/providerDefinition';
import { parsePtyId } from '../../../src/pty/ptyId';
import type { SessionMapEntry } from '../../../src/tasks/sessionMapStore';
import type { Task } from '../../../src/tasks/task';

/** The stored conversations of sessions and of a provider, newest first; plans with them. */
export class ConversationWorld {
  readonly map = new Map<string, SessionMapEntry>();
  readonly directories = new Set(['/one', '/two']);
  transcripts: readonly (readonly [id: string, cwd: string])[] = [];
  /** Ids of transcripts that exist and cannot be read. */
  unreadable: readonly string[] = [];
  lists = 0;
  /** Sessions that a task of `/one` stores. */
  remembered: readonly string[] = [];
  /** Sessions that run in this window and in others. */
  readonly running: { own: readonly Lease[]; elsewhere: readonly Lease[] } = {
    own: [],
    elsewhere: [],
  };
  /** The CLIs of the presets, by the ids of these. */
  presets: Readonly<Record<string, string>> = {};

  plan(request: Partial<ConversationRequest>) {
    return this.resolver().plan({
      provider: claude,
      ptyId: 'claude-main-task_abc',
      cwd: '/one',
      env: {},
      kind: 'resume',
      ...request,
    });
  }

  /** Plans a fork in `/one`. */
  planFork(provider: ProviderDefinition, parent: string) {
    return this.resolver().planFork({ provider, cwd: '/one', env: {} }, parent);
  }

  private resolver(): ConversationResolver {
    const { map, transcripts } = this.memory();
    const isDirectory = (path: string): boolean => this.directories.has(path);
    return new ConversationResolver({
      known: new KnownConversations({ map, transcripts, isDirectory }),
      map,
      others: this.others(map),
      locations: { keyOf: ({ cwd }) => Promise.resolve(cwd) },
      transcripts,
      randomUuid: () => 'random',
    });
  }

  private others(map: ConversationResolverDeps['map']): DirectorySessions {
    return new DirectorySessions({
      cliOf: (ptyId) => {
        const id = parsePtyId(ptyId)?.providerId ?? '';
        return this.presets[id] ?? id;
      },
      leases: {
        own: this.running.own,
        readOthers: () => Promise.resolve(this.running.elsewhere),
      },
      map,
      tasks: { list: () => [this.task()] },
    });
  }

  private memory(): Pick<ConversationResolverDeps, 'map' | 'transcripts'> {
    return {
      map: { entries: this.map, get: (ptyId) => this.map.get(ptyId) },
      transcripts: {
        list: ({ cwd }) => {
          this.lists++;
          return Promise.resolve(this.read().filter((one) => one.cwd === cwd));
        },
        find: (_place, id) =>
          Promise.resolve(
            this.unreadable.includes(id) ? 'unreadable' : this.read().find((one) => one.id === id),
          ),
      },
    };
  }

  private task(): Task {
    const createdAt = '2026-01-01T00:00:00.000Z';
    const conversations = this.remembered.map((ptyId) => ({
      ptyId,
      providerId: parsePtyId(ptyId)?.providerId ?? '',
      label: '',
      createdAt,
    }));
    return { id: 'task_abc', name: '', folder: '', cwd: '/one', createdAt, conversations };
  }

  private read(): readonly Transcript[] {
    return this.transcripts.map(([id, cwd]) => ({
      id,
      cwd,
      path: '',
      modifiedAt: 0,
      firstPrompt: undefined,
      model: undefined,
    }));
  }
}

/** A planned new conversation, with the id that is chosen for it. */
export const create = (uuid: string | undefined) => ({
  choice: { kind: 'fresh', uuid },
  id: uuid,
  notices: [],
});

/** A planned new conversation whose id is not known. */
export const NEW = create(undefined);

/** A planned earlier conversation. */
export const resume = (id: string, fallback = create('random')) => ({
  choice: { kind: 'resume', id },
  id,
  notices: [],
  fallback,
});
