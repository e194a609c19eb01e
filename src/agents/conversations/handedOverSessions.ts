import { settledWithin, type Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Leases } from '../../ownership/leases';
import type { SessionOwnership } from '../../ownership/sessionOwnership';
import { outlivesWindow } from '../../pty/session/outlivesWindow';
import type { WindowSessions } from '../../pty/windowSessions';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import { formatSessionName } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';
import type { AgentHooks } from '../start/agentHooks';

/** How long the conversation and task of an ended session may take to be stored, in milliseconds. */
const STORE_LIMIT_MS = 3_000;

interface HandedOverSessionsDeps {
  readonly sessions: WindowSessions;
  readonly ownership: Pick<SessionOwnership, 'release' | 'settle'>;
  readonly leases: Pick<Leases, 'onDidLose' | 'owns'>;
  readonly hooks: Pick<AgentHooks, 'leave'>;
  readonly tasks: Pick<TaskStore, 'flush' | 'list'>;
  readonly map: Pick<SessionMapStore, 'flush'>;
  readonly clock: Clock;
  readonly notify: (message: string) => void;
}

/**
 * Ends sessions that continue in another window. One that outlives windows is released instead, and its
 * terminals show that. A session that another window has claimed while this one hung is ended or
 * released the same way.
 */
export class HandedOverSessions implements Disposable {
  private readonly store = new DisposableStore();

  constructor(private readonly deps: HandedOverSessionsDeps) {
    this.store.add(deps.leases.onDidLose(({ ptyId }) => void this.endLost(ptyId)));
  }

  /** Resolves when the conversation and task of the session are on disk, where the other window reads them. */
  async end(ptyId: string): Promise<void> {
    const { sessions, leases, tasks, notify } = this.deps;
    const label = formatSessionName(tasks.list(), ptyId);
    const isReleased = outlivesWindow(sessions.get(ptyId));
    try {
      await (isReleased ? this.release(ptyId) : sessions.find(ptyId)?.kill());
    } finally {
      await this.writeStores();
    }
    if (!isReleased && !leases.owns(ptyId)) {
      notify(`${label} has ended here because it continues in another window.`);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private async endLost(ptyId: string): Promise<void> {
    const { sessions, tasks, notify } = this.deps;
    if (outlivesWindow(sessions.get(ptyId))) {
      await this.release(ptyId);
      return;
    }
    notify(
      `${formatSessionName(tasks.list(), ptyId)} is ended here because another window took over its conversation while this one did not respond.`,
    );
    await sessions.find(ptyId)?.kill();
  }

  private async release(ptyId: string): Promise<void> {
    const { sessions, ownership, hooks } = this.deps;
    hooks.leave(ptyId);
    sessions.release(ptyId);
    await ownership.release(ptyId);
  }

  private async writeStores(): Promise<void> {
    const { clock, ownership, tasks, map } = this.deps;
    const written = ownership.settle().then(() => Promise.all([tasks.flush(), map.flush()]));
    await settledWithin(clock, STORE_LIMIT_MS, written);
  }
}
