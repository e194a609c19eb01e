import type { WindowSessions } from '../../pty/windowSessions';
import type { SessionReconnector } from '../../ownership/sessionReconnector';
import { settledWithin, type Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { SerialQueue } from '../../base/serialQueue';
import type { TerminalLocationSetting } from '../../config/contributions';
import type { SessionInfo } from '../../pty/sessionService';
import { findTaskOfSession } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';
import type { LayoutFile } from '../terminals/layoutFile';
import type { SessionTerminals } from '../terminals/sessionTerminals';
import type { TerminalPlacement } from '../terminals/terminalPlacement';
import {
  filterLayout,
  NO_TERMINALS,
  type GroupLayout,
  type TerminalLayout,
} from './terminalLayout';
import type { TerminalLayoutKeeper } from './terminalLayoutKeeper';
import { subjectOfSession } from '../terminals/terminalSubject';

/**
 * How long the next terminal waits for one to open, in milliseconds. Tabs of the editor area stand in
 * the order in which they open, also in a busy window. A terminal of a closed panel never opens.
 */
export const OPEN_LIMITS_MS: Readonly<Record<TerminalLocationSetting, number>> = {
  editor: 5_000,
  beside: 5_000,
  panel: 1_000,
};

interface TerminalsRestoreDeps {
  readonly file: Pick<LayoutFile, 'read'>;
  readonly keeper: Pick<TerminalLayoutKeeper, 'await' | 'start'>;
  readonly terminals: Pick<SessionTerminals, 'open' | 'reveal' | 'whenOpen'>;
  readonly sessions: Pick<WindowSessions, 'get' | 'has'>;
  readonly reconnector: Pick<
    SessionReconnector,
    'isRunningElsewhere' | 'onDidReconnect' | 'whenReconnected'
  >;
  readonly tasks: Pick<TaskStore, 'list'>;
  /**
   * Returns a function that brings what is in front now to the front again, except in the given
   * groups.
   */
  readonly keepFronts: () => (except: ReadonlySet<number>) => Promise<void>;
  /** Whether a terminal of the panel can come to the front without opening the panel. */
  readonly hasPanel: () => boolean;
  readonly clock: Clock;
  /** Called for an error after the start; terminals that open later are not affected. */
  readonly handleError: (error: unknown) => void;
}

/**
 * Opens the terminals of sessions that outlived their window in their previous positions: in their
 * groups and order, and the front ones in front, without taking the focus. Terminals that were
 * closed stay closed.
 */
export class TerminalsRestore implements Disposable {
  private readonly store = new DisposableStore();
  private awaited: TerminalLayout = NO_TERMINALS;
  private readonly queue = new SerialQueue();

  constructor(private readonly deps: TerminalsRestoreDeps) {}

  /** Starts. Call it once the known surviving sessions are taken over. */
  async start(): Promise<void> {
    const { file, keeper, reconnector } = this.deps;
    this.awaited = await file.read();
    await this.open();
    if (this.store.isDisposed) {
      return;
    }
    keeper.start(this.awaited);
    await reconnector.whenReconnected();
    await this.open();
    this.store.add(reconnector.onDidReconnect(() => void this.open().catch(this.deps.handleError)));
    this.awaited = filterLayout(this.awaited, (id) => reconnector.isRunningElsewhere(id));
    keeper.await(this.awaited);
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Opens the awaited terminals whose sessions exist, in batches, one after the other. */
  private open(): Promise<void> {
    const { sessions, keeper } = this.deps;
    const isRunning = (id: string): boolean => sessions.has(id);
    const found = filterLayout(this.awaited, isRunning);
    this.awaited = filterLayout(this.awaited, (id) => !isRunning(id));
    keeper.await(this.awaited);
    return this.queue.run(() => this.openAll(found));
  }

  private async openAll({ groups, panel }: TerminalLayout): Promise<void> {
    if (groups.length + panel.sessions.length === 0) {
      return;
    }
    const putBack = this.deps.keepFronts();
    const opened = new Set<string>();
    for (const group of groups) {
      const { column } = group;
      await this.openGroup(group, { location: 'editor', focus: 'leave', column }, opened);
    }
    await this.openGroup(panel, { location: 'panel', focus: 'leave', isQuiet: true }, opened);
    const withFront = groups.filter(({ front }) => front !== undefined);
    withFront.forEach(({ front = '' }) => this.deps.terminals.reveal(front, 'leave'));
    await putBack(new Set(withFront.map(({ column }) => column)));
    if (panel.front !== undefined && this.deps.hasPanel()) {
      this.deps.terminals.reveal(panel.front, 'leave');
    }
  }

  /**
   * Opens terminals one after the other, because tabs stand in the order in which they open. A
   * session may have several.
   */
  private async openGroup(
    { sessions: ids }: Pick<GroupLayout, 'sessions'>,
    placement: TerminalPlacement,
    opened: Set<string>,
  ): Promise<void> {
    const { sessions, terminals, clock } = this.deps;
    for (const id of ids) {
      const session = sessions.get(id);
      if (session && !this.store.isDisposed) {
        const terminal = opened.has(id) ? 'another' : 'existing';
        opened.add(id);
        terminals.open(this.subjectOf(session), { ...placement, terminal });
        await settledWithin(clock, OPEN_LIMITS_MS[placement.location], terminals.whenOpen(id));
      }
    }
  }

  private subjectOf(session: SessionInfo) {
    const task = findTaskOfSession(this.deps.tasks.list(), session.id);
    return { ...subjectOfSession(session, { label: session.label, task }), redraws: true };
  }
}
