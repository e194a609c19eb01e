import type { AddCommand } from '../commandCall';
import { createKillSession, type KillSessionDeps } from './killSession';
import { createNextSession, type NextSessionDeps } from './nextSession';
import { muteSession, type MuteSessionDeps, unmuteSession } from './muteSession';
import { openSelected, type OpenSelectedDeps } from './openSelected';
import { openSession, type OpenSessionDeps } from './openSession';
import { openSessionIn } from './openSessionIn';
import { openWaiting, type OpenWaitingDeps } from './openWaiting';
import { renameSession, type RenameSessionDeps } from './renameSession';

type SessionCommandsDeps = OpenSessionDeps &
  OpenSelectedDeps &
  OpenWaitingDeps &
  NextSessionDeps &
  KillSessionDeps &
  MuteSessionDeps &
  RenameSessionDeps;

/** Adds the commands that show, end and rename sessions. */
export function addSessionCommands(deps: SessionCommandsDeps, add: AddCommand): void {
  add('openSession', deps, openSession);
  add('openSelected', deps, openSelected);
  add('openSessionInEditor', deps, openSessionIn('editor'));
  add('openSessionInPanel', deps, openSessionIn('panel'));
  add('openSessionToSide', deps, openSessionIn('beside'));
  add('openWaiting', deps, openWaiting);
  add('nextSession', deps, createNextSession());
  add('killSession', deps, createKillSession());
  add('renameSession', deps, renameSession);
  add('muteSession', deps, muteSession);
  add('unmuteSession', deps, unmuteSession);
}
