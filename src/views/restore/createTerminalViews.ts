import { findFolderOf } from '../../agents/folderRef';
import type { SessionReconnector } from '../../ownership/sessionReconnector';
import { systemClock } from '../../base/clock';
import type { Logger } from '../../base/logger';
import type { SettingsReader } from '../../config/settingsReader';
import type { WindowSessions } from '../../pty/windowSessions';
import type { StatusService } from '../../status/statusService';
import type { TaskStore } from '../../tasks/taskStore';
import type { Messages } from '../dialogs/messages';
import type { DisplayOf } from '../dialogs/providerDisplay';
import { activityMark } from '../terminals/activityMark';
import { terminalScrollback } from '../workspace/editorSettings';
import type { WindowLook } from '../workspace/windowLook';
import { listFolders } from '../workspace/workspaceState';
import { TerminalViews } from './terminalViews';

interface CreateTerminalViewsDeps {
  readonly reconnector: SessionReconnector;
  readonly displayOf: DisplayOf;
  /** The file that stores which terminals are open where; undefined for a window without a workspace. */
  readonly layoutPath: string | undefined;
  readonly log: Logger;
  readonly look: WindowLook;
  readonly messages: Messages;
  readonly sessions: WindowSessions;
  readonly settings: SettingsReader;
  readonly status: StatusService;
  readonly tasks: TaskStore;
}

/** Creates the terminals of a window. Each uses the settings of the folder that contains it. */
export function createTerminalViews(deps: CreateTerminalViewsDeps): TerminalViews {
  const { reconnector, displayOf, layoutPath, log, look, messages } = deps;
  const { sessions, settings, status, tasks } = deps;
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
