import type { AddCommand } from '../commandCall';
import { createKillSession, type KillSessionDeps } from './killSession';
import { copyLastAnswer, copyLastCodeBlock, openAnswer, type LastAnswerDeps } from './lastAnswer';
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
  LastAnswerDeps &
  MuteSessionDeps &
  RenameSessionDeps;

/** Adds the commands that show, end and rename sessions, and copy their answers. */
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
  add('copyLastAnswer', deps, copyLastAnswer);
  add('copyLastCodeBlock', deps, copyLastCodeBlock);
  add('openAnswer', deps, openAnswer);
  add('muteSession', deps, muteSession);
  add('unmuteSession', deps, unmuteSession);
}
