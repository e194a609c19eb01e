import type { AddCommand } from '../commandCall';
import { copyApiConnection } from './copyApiConnection';
import { copyScreen } from './copyScreen';
import { explainStatus } from './explainStatus';
import { refresh } from './refresh';
import { showLog } from './showLog';

/** Adds the commands that show or copy the status of sessions and of the window. */
export function addStatusCommands(add: AddCommand): void {
  add('explainStatus', explainStatus);
  add('copyScreen', copyScreen);
  add('copyApiConnection', copyApiConnection);
  add('refresh', refresh);
  add('showLog', showLog);
}
