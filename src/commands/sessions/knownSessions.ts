import { SessionError } from '../../base/errors';
import type { SessionInfo } from '../../pty/sessionService';
import type { Task } from '../../tasks/task';
import { findConversation, findTaskOfSession } from '../../tasks/taskOfSession';
import type { SessionChoice } from '../../views/dialogs/quickPickers';
import { buildTree, type TreeEntry } from '../../views/tree/treeModel';
import { presentNode } from '../../views/tree/treePresentation';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import type { CommandServices } from '../commandServices';

/** A session of this window, a conversation that is stored in a task, or both. */
export interface KnownSession {
  readonly sessionId: string;
  readonly label: string;
  readonly session: SessionInfo | undefined;
  readonly task: Task | undefined;
}

/** @throws {SessionError} `SESSION_NOT_FOUND`. */
export function requireKnownSession(
  { sessions, tasks }: CommandServices,
  sessionId: string,
): KnownSession {
  const session = sessions.get(sessionId);
  const task = findTaskOfSession(tasks.list(), sessionId);
  const conversation = task && findConversation(task, sessionId);
  const label = conversation?.label ?? session?.label;
  if (label === undefined) {
    throw new SessionError(
      'SESSION_NOT_FOUND',
      `There is no session ${sessionId}: choose one of those in the Sessions view.`,
    );
  }
  return { sessionId, label, session, task };
}

/** @throws {SessionError} `ILLEGAL_STATE` if another window drives the session. */
export function requireNotElsewhere({ facts }: CommandServices, known: KnownSession): void {
  if (facts.isElsewhere(known.sessionId)) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `${formatTerminalLabel(known)} runs in another window. Continue there, or end it there first.`,
    );
  }
}

/** All sessions of the tree, as choices for a list, in the order of the tree. */
export function listSessionChoices(deps: CommandServices): readonly SessionChoice[] {
  const { sessions, tasks, workspace, facts, displayOf } = deps;
  const { folders } = workspace();
  const roots = buildTree({
    folders,
    tasks: tasks.list(),
    sessions: sessions.list(),
    facts,
  });
  const choicesOf = (entry: TreeEntry, above: readonly string[]): SessionChoice[] => {
    const { label, description, icon } = presentNode(entry, displayOf);
    return entry.node.kind === 'session'
      ? [
          {
            sessionId: entry.node.session,
            label,
            description,
            detail: above.join(', '),
            icon,
          },
        ]
      : entry.children.flatMap((child) => choicesOf(child, [label, ...above]));
  };
  return roots.flatMap((root) => choicesOf(root, []));
}
