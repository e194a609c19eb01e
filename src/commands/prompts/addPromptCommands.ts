import type { AddCommand } from '../commandCall';
import { approve, type ApproveDeps } from './approve';
import { changeModel, type ChangeModelDeps } from './changeModel';
import { deny, type DenyDeps } from './deny';
import { interrupt, type InterruptDeps } from './interrupt';
import { reply, type ReplyDeps } from './reply';
import { sendPrompt, type SendPromptDeps } from './sendPrompt';
import { sendSelection, type SendSelectionDeps } from './sendSelection';

type PromptCommandsDeps = SendPromptDeps &
  SendSelectionDeps &
  InterruptDeps &
  ApproveDeps &
  ChangeModelDeps &
  DenyDeps &
  ReplyDeps;

/** Adds the commands that type into sessions. */
export function addPromptCommands(deps: PromptCommandsDeps, add: AddCommand): void {
  add('sendPrompt', deps, sendPrompt);
  add('sendSelection', deps, sendSelection);
  add('interrupt', deps, interrupt);
  add('approve', deps, approve);
  add('deny', deps, deny);
  add('reply', deps, reply);
  add('changeModel', deps, changeModel);
}
