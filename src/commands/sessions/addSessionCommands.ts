import type { AddCommand } from '../commandCall';
import { createKillSession } from './killSession';
import { copyLastAnswer, copyLastCodeBlock, openAnswer } from './lastAnswer';
import { createNextSession } from './nextSession';
import { muteSession, unmuteSession } from './muteSession';
import { openSelected } from './openSelected';
import { openSession } from './openSession';
import { openSessionIn } from './openSessionIn';
import { openWaiting } from './openWaiting';
import { renameSession } from './renameSession';

/** Adds the commands that show, end and rename sessions, and copy their answers. */
export function addSessionCommands(add: AddCommand): void {
  add('openSession', openSession);
  add('openSelected', openSelected);
  add('openSessionInEditor', openSessionIn('editor'));
  add('openSessionInPanel', openSessionIn('panel'));
  add('openSessionToSide', openSessionIn('beside'));
  add('openWaiting', openWaiting);
  add('nextSession', createNextSession());
  add('killSession', createKillSession());
  add('renameSession', renameSession);
  add('copyLastAnswer', copyLastAnswer);
  add('copyLastCodeBlock', copyLastCodeBlock);
  add('openAnswer', openAnswer);
  add('muteSession', muteSession);
  add('unmuteSession', unmuteSession);
}
