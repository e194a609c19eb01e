import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { SHELL_PROVIDER_ID } from '../../pty/ptyId';
import { AGENT_END_EVENTS, type SessionService } from '../../pty/sessionService';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { TaskStore } from '../../tasks/taskStore';
import type { FolderRef } from '../folderRef';
import {
  type ResumePreview,
  type ResumePreviews,
  listPreviewCandidates,
  type PreviewCandidate,
} from './resumePreviews';

/** How long changes are collected before the files are read once for all, in milliseconds. */
const REFRESH_DELAY_MS = 250;

/** The most conversations that are read, newest first, because each is a file. */
const MAX_CONVERSATIONS = 200;

interface ConversationDetailsDeps {
  readonly resumePreviews: Pick<ResumePreviews, 'findAll'>;
  readonly tasks: Pick<TaskStore, 'list' | 'onDidChange'>;
  readonly map: Pick<SessionMapStore, 'onDidChange'>;
  readonly sessions: Pick<SessionService, 'onDidChange'>;
  readonly folders: () => readonly FolderRef[];
  readonly clock: Clock;
}

/**
 * Caches the resume previews of the tasks' conversations, and reads them in the background, so that
 * views do not wait for files.
 */
export class ConversationDetails implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());
  private readonly delay: Timer;
  private details: ReadonlyMap<string, ResumePreview> = new Map();
  private reading: Promise<void> | undefined;

  readonly onDidChange = this.didChange.event;

  constructor(private readonly deps: ConversationDetailsDeps) {
    this.delay = this.store.add(new Timer(deps.clock));
    this.store.add(deps.tasks.onDidChange(() => this.refresh()));
    this.store.add(deps.map.onDidChange(() => this.refresh()));
    this.store.add(
      deps.sessions.onDidChange(({ type }) => AGENT_END_EVENTS.has(type) && this.refresh()),
    );
    this.refresh();
  }

  /** Undefined if the preview is not read yet, cannot be read, or is beyond the limit. */
  get(ptyId: string): ResumePreview | undefined {
    return this.details.get(ptyId);
  }

  refresh(): void {
    if (!this.delay.isRunning) {
      this.delay.start(REFRESH_DELAY_MS, () => this.readAfterwards());
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private readAfterwards(): void {
    const before = this.reading ?? Promise.resolve();
    const reading = before.then(() => this.read());
    this.reading = reading;
  }

  private async read(): Promise<void> {
    const isActive = (): boolean => !this.store.isDisposed;
    const details = await this.deps.resumePreviews.findAll(this.candidates(), isActive);
    if (isActive() && !isDeepStrictEqual(details, this.details)) {
      this.details = details;
      this.didChange.fire();
    }
  }

  private candidates(): readonly PreviewCandidate[] {
    return listPreviewCandidates(this.deps.tasks.list(), this.deps.folders())
      .filter(({ conversation }) => conversation.providerId !== SHELL_PROVIDER_ID)
      .sort((one, other) => compare(one.conversation.createdAt, other.conversation.createdAt))
      .slice(-MAX_CONVERSATIONS);
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
