import * as path from 'node:path';
import { pastePlainText, toPlainText, typePlainText } from '../../providers/launch/plainText';
import type { EditorSelection } from '../../views/workspace/editorSelection';
import { isInside } from '../../base/isInside';

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
