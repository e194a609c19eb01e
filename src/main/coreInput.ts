import { Answers } from '../agents/dialogs/answers';
import { PersonTyping } from '../agents/prompts/personTyping';
import { PromptDelivery } from '../agents/prompts/promptDelivery';
import { PromptEcho } from '../agents/prompts/promptEcho';
import { PromptReadiness } from '../agents/prompts/promptReadiness';
import { PromptSubmission } from '../agents/prompts/promptSubmission';
import { PromptTyping } from '../agents/prompts/promptTyping';
import { TrustAnswers } from '../agents/dialogs/trustAnswers';
import { systemClock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import type { ProviderDefinition } from '../providers/model/providerDefinition';
import type { SessionInfo, SessionService } from '../pty/sessionService';
import type { StatusService } from '../status/statusService';

export interface InputParts {
  readonly sessions: SessionService;
  readonly status: StatusService;
  readonly providerOf: (session: SessionInfo) => ProviderDefinition | undefined;
  readonly notify: (message: string) => void;
}

/** Makes what types into sessions: prompts, interrupts and answers, never two at once. */
export function createInput(parts: InputParts, store: DisposableStore) {
  const clock = systemClock;
  const { sessions, status } = parts;
  const typing = store.add(new PromptTyping(sessions, clock));
  const persons = new PersonTyping(sessions, clock);
  const delivery = new PromptDelivery({
    ...parts,
    readiness: store.add(new PromptReadiness(sessions, status, clock)),
    submission: new PromptSubmission({ sessions, status, clock }),
    echo: new PromptEcho(sessions, clock),
    ...{ persons, typing },
  });
  const sendPrompt = delivery.send.bind(delivery);
  const answers = new Answers({ ...parts, clock, persons, typing, sendPrompt });
  const trust = store.add(new TrustAnswers({ ...parts, answers, clock }));
  return { delivery, answers, trust };
}
