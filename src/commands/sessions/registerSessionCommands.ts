import type { RegisterCommand } from '../commandCall';
import { createKillSession, type KillSessionDeps } from './killSession';
import { createNextSession, type NextSessionDeps } from './nextSession';
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
  RenameSessionDeps;

/** Registers the commands that show, end and rename sessions. */
export function registerSessionCommands(
  deps: SessionCommandsDeps,
  register: RegisterCommand,
): void {
  register('openSession', deps, openSession);
  register('openSelected', deps, openSelected);
  register('openSessionInEditor', deps, openSessionIn('editor'));
  register('openSessionInPanel', deps, openSessionIn('panel'));
  register('openSessionToSide', deps, openSessionIn('beside'));
  register('openWaiting', deps, openWaiting);
  register('nextSession', deps, createNextSession());
  register('killSession', deps, createKillSession());
  register('renameSession', deps, renameSession);
}
