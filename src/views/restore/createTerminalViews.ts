import { findFolderOf } from '../../agents/folderRef';
import { systemClock } from '../../base/clock';
import type { Messages } from '../dialogs/messages';
import type { DisplayOf } from '../dialogs/providerDisplay';
import { activityMark } from '../terminals/activityMark';
import type { ViewsDeps } from '../viewsDeps';
import { terminalScrollback } from '../workspace/editorSettings';
import { listFolders } from '../workspace/workspaceState';
import { TerminalViews } from './terminalViews';

/** Creates the terminals of a window. Each uses the settings of the folder that contains it. */
export function createTerminalViews(
  { core, layoutPath, log, look, settings }: ViewsDeps,
  displayOf: DisplayOf,
  messages: Messages,
): TerminalViews {
  const { reconnector, sessions, status, tasks } = core;
  return new TerminalViews({
    reconnector,
    clock: systemClock,
    displayOf,
    layoutPath,
    log,
    activityMark: (id) => activityMark({ sessions, status }, id),
    onTerminalClose: (cwd) =>
      settings.read(findFolderOf(cwd, listFolders())?.uri).settings.onTerminalClose,
    readInput: (input) => look.readInput(input),
    sessions,
    showError: messages.showError,
    tasks,
    terminalScrollback,
  });
}
