import type { FolderRef } from '../../agents/folderRef';
import type { Clock } from '../../base/clock';
import { Emitter, type Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { AGING_MS } from './formatAge';
import { presentWaiting } from './needsYouPresentation';
import type { TreeNode } from '../tree/treeModel';
import type { NodePresentation } from '../tree/treeItem';
import type { WaitingSession } from './waitingSessions';

/**
 * A row of Needs You. It stands for one question, so that an answer from an outdated row answers no
 * other question. Its fields are those of the commands' argument objects.
 */
export type WaitingNode = Extract<TreeNode, { kind: 'session' }> & { readonly asked: string };

export interface NeedsYouRowsDeps {
  /** The waiting sessions, longest waiting first. */
  readonly waiting: () => readonly WaitingSession[];
  readonly onDidChange: Event<unknown>;
  readonly folders: () => readonly FolderRef[];
  readonly clock: Clock;
}

interface Row {
  readonly node: WaitingNode;
  readonly presentation: NodePresentation;
}

export class NeedsYouRows implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());
  private readonly aging: Timer;
  /** VS Code identifies a row by its object, so the row of a question keeps its object. */
  private rows: ReadonlyMap<string, Row> = new Map();
  private drawn = '';

  readonly onDidChange = this.didChange.event;

  constructor(private readonly deps: NeedsYouRowsDeps) {
    this.aging = this.store.add(new Timer(deps.clock));
    this.store.add(deps.onDidChange(() => this.refresh()));
    this.refresh();
  }

  get nodes(): readonly WaitingNode[] {
    return [...this.rows.values()].map(({ node }) => node);
  }

  /** Returns the presentation of a row; undefined if it was removed. */
  present(node: WaitingNode): NodePresentation | undefined {
    return this.rows.get(node.id)?.presentation;
  }

  dispose(): void {
    this.store.dispose();
  }

  private refresh(): void {
    const before = this.rows;
    const rows = this.deps.waiting().map((one) => this.draw(one, before));
    this.rows = new Map(rows.map((row) => [row.node.id, row]));
    if (rows.length > 0) {
      this.aging.start(AGING_MS, () => this.refresh());
    } else {
      this.aging.stop();
    }
    const drawn = JSON.stringify([...this.rows]);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.didChange.fire();
    }
  }

  private draw(one: WaitingSession, before: ReadonlyMap<string, Row>): Row {
    const { clock, folders } = this.deps;
    const id = `waiting:${one.asked}`;
    const folder = one.task?.folder;
    const known = folders();
    const folderName = known.length > 1 ? known.find(({ uri }) => uri === folder)?.name : undefined;
    const node = {
      kind: 'session',
      id,
      session: one.session.id,
      folder,
      asked: one.asked,
    } as const;
    return {
      node: before.get(id)?.node ?? node,
      presentation: presentWaiting(one, { now: clock.now(), folderName }),
    };
  }
}
