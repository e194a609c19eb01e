import type { AddCommand } from '../commandCall';
import { approve } from './approve';
import { changeModel } from './changeModel';
import { deny } from './deny';
import { interrupt } from './interrupt';
import { reply } from './reply';
import { sendPrompt } from './sendPrompt';
import { sendSelection } from './sendSelection';

/** Adds the commands that type into sessions. */
export function addPromptCommands(add: AddCommand): void {
  add('sendPrompt', sendPrompt);
  add('sendSelection', sendSelection);
  add('interrupt', interrupt);
  add('approve', approve);
  add('deny', deny);
  add('reply', reply);
  add('changeModel', changeModel);
}
