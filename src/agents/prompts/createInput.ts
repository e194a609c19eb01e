import { systemClock } from '../../base/clock';
import type { DisposableStore } from '../../base/lifecycle';
import { createReadLineLimit } from '../../pty/process/lineReading';
import type { SessionService } from '../../pty/sessionService';
import type { AgentsDeps } from '../agentsDeps';
import { Answers } from '../dialogs/answers';
import { TrustAnswers } from '../dialogs/trustAnswers';
import { InterruptReadiness } from './interruptReadiness';
import { PersonTyping } from './personTyping';
import { PromptDelivery } from './promptDelivery';
import { PromptEcho } from './promptEcho';
import { PromptReadiness } from './promptReadiness';
import { PromptSubmission } from './promptSubmission';
import { PromptTyping } from './promptTyping';

/** Creates the parts that type into sessions. They share one queue of keystrokes per session. */
export function createInput(
  {
    notify,
    providerOf,
    sessions,
    status,
  }: Pick<AgentsDeps, 'notify' | 'providerOf' | 'status'> & { readonly sessions: SessionService },
  store: DisposableStore,
) {
  const clock = systemClock;
  const typing = store.add(new PromptTyping(sessions, clock));
  const personTyping = new PersonTyping(sessions, clock);
  const delivery = new PromptDelivery({
    echo: new PromptEcho(sessions, clock),
    interrupts: new InterruptReadiness(status, clock),
    notify,
    personTyping,
    providerOf,
    readLineLimit: createReadLineLimit(process.platform),
    readiness: store.add(new PromptReadiness(sessions, status, clock)),
    sessions,
    status,
    submission: new PromptSubmission({ sessions, status, clock }),
    typing,
  });
  const sendPrompt = (id: string, prompt: string): Promise<void> => delivery.send(id, prompt);
  const answers = new Answers({
    clock,
    personTyping,
    providerOf,
    sendPrompt,
    sessions,
    status,
    typing,
  });
  const trust = store.add(new TrustAnswers({ answers, clock, notify, status }));
  return { answers, delivery, trust };
}
