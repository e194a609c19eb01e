import type { RegisterCommand } from '../commandCall';
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

/** Registers the commands that type into sessions. */
export function registerPromptCommands(deps: PromptCommandsDeps, register: RegisterCommand): void {
  register('sendPrompt', deps, sendPrompt);
  register('sendSelection', deps, sendSelection);
  register('interrupt', deps, interrupt);
  register('approve', deps, approve);
  register('deny', deps, deny);
  register('reply', deps, reply);
  register('changeModel', deps, changeModel);
}
