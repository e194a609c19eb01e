import type { RegisterCommand } from '../commandCall';
import { copyApiConnection, type CopyApiConnectionDeps } from './copyApiConnection';
import { copyScreen, type CopyScreenDeps } from './copyScreen';
import { explainStatus, type ExplainStatusDeps } from './explainStatus';
import { refresh, type RefreshDeps } from './refresh';
import { showLog, type ShowLogDeps } from './showLog';

type StatusCommandsDeps = ExplainStatusDeps &
  CopyScreenDeps &
  CopyApiConnectionDeps &
  RefreshDeps &
  ShowLogDeps;

/** Registers the commands that show or copy the status of sessions and of the window. */
export function registerStatusCommands(deps: StatusCommandsDeps, register: RegisterCommand): void {
  register('explainStatus', deps, explainStatus);
  register('copyScreen', deps, copyScreen);
  register('copyApiConnection', deps, copyApiConnection);
  register('refresh', deps, refresh);
  register('showLog', deps, showLog);
}
