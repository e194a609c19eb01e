import type { AddCommand } from '../commandCall';
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

/** Adds the commands that show or copy the status of sessions and of the window. */
export function addStatusCommands(deps: StatusCommandsDeps, add: AddCommand): void {
  add('explainStatus', deps, explainStatus);
  add('copyScreen', deps, copyScreen);
  add('copyApiConnection', deps, copyApiConnection);
  add('refresh', deps, refresh);
  add('showLog', deps, showLog);
}
