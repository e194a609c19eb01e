import type { CommandArguments, SessionArguments } from '../commandArguments';
import { chooseSession } from '../sessions/chooseSession';
import type { CommandServices } from '../commandServices';
import { SessionError } from '../../base/errors';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionInfo } from '../../pty/sessionService';
import { subjectOfSession } from '../../views/terminals/terminalSubject';
import * as path from 'node:path';
import { pastePlainText, toPlainText, typePlainText } from '../../providers/launch/plainText';
import type { EditorSelection } from '../../views/workspace/editorSelection';
import { isInside } from '../../base/isInside';

export async function sendPrompt(
  deps: CommandServices,
  { session, prompt }: CommandArguments['sendPrompt'],
): Promise<void> {
  const known = await chooseSession(deps, { session, among: 'running', preferActive: 'yes' });
  const text = known && (prompt ?? (await deps.pickers.askText(`Prompt for ${known.label}`, '')));
  if (known && text !== undefined) {
    await deps.delivery.send(known.sessionId, text);
  }
}

/** Types the provider's interrupt key into a session. */
export async function interrupt(
  deps: CommandServices,
  { session }: SessionArguments,
): Promise<void> {
  const known = await chooseSession(deps, { session, among: 'running', preferActive: 'yes' });
  if (known) {
    await deps.delivery.interrupt(known.sessionId);
  }
}

/** Puts the editor's selection into a session's input and focuses its terminal. */
export async function sendSelection(
  deps: CommandServices,
  { session: id }: SessionArguments,
): Promise<void> {
  const selection = deps.editorSelection();
  if (!selection) {
    throw new SessionError(
      'BAD_REQUEST',
      'No text editor is open to send a selection from: open a file and select what to send.',
    );
  }
  const request = { session: id, among: 'running', preferActive: 'yes' } as const;
  const known = await chooseSession(deps, request);
  // The session may have ended while the person chose.
  const session = known && deps.sessions.get(known.sessionId);
  if (!known || !session) {
    return;
  }
  deps.sessions
    .find(session.id)
    ?.write(formatSelection(selection, { ...session, kind: receiverOf(session) }));
  const { location } = deps.settings(known.task?.folder);
  deps.terminals.open(subjectOfSession(session, known), {
    location,
    focus: 'take',
  });
}

/** A shell replaces an agent that has ended. */
function receiverOf({ id, agentExitCode }: SessionInfo): SelectionTarget['kind'] {
  const isShell = parsePtyId(id)?.providerId === SHELL_PROVIDER_ID;
  return isShell || agentExitCode !== null ? 'shell' : 'agent';
}

export interface SelectionTarget {
  readonly kind: 'agent' | 'shell';
  readonly workDir: string;
  /** Whether the program has enabled bracketed paste. */
  readonly bracketedPaste: boolean;
}

/**
 * The keystrokes that put a selection into a session's input without submitting it. An agent gets a
 * reference such as `@src/app.ts#L3-10` and reads the file itself. A shell gets the text, and so
 * does an agent if the text is not saved.
 */
export function formatSelection(selection: EditorSelection, target: SelectionTarget): string {
  return target.kind === 'agent' && selection.savedPath !== undefined
    ? `${formatReference(selection, selection.savedPath, target.workDir)} `
    : formatPaste(selection.text, target);
}

function formatReference(
  { firstLine, lastLine }: EditorSelection,
  file: string,
  workDir: string,
): string {
  const shown = isInside(file, workDir) ? path.relative(workDir, file) : file;
  const lines = firstLine === lastLine ? `L${firstLine}` : `L${firstLine}-${lastLine}`;
  const reference = shown.replaceAll(path.sep, '/');
  return `@${/\s/u.test(reference) ? `"${reference}"` : reference}#${lines}`;
}

/** Without bracketed paste, a line break would submit the text, so the lines are joined. */
function formatPaste(text: string, { bracketedPaste }: SelectionTarget): string {
  const plain = toPlainText(text);
  return bracketedPaste
    ? pastePlainText(plain.replaceAll('\n', '\r'))
    : typePlainText(plain.trimEnd().replaceAll('\n', ' '));
}
