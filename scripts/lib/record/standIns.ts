import { AmpStandIn } from '../agents/ampStandIn.mjs';
import { AuggieStandIn } from '../agents/auggieStandIn.mjs';
import { ChatStandIn } from '../agents/chatStandIn.mjs';
import { GeminiStandIn } from '../agents/geminiStandIn.mjs';
import { MessagesStandIn } from '../agents/messagesStandIn.mjs';
import { ResponsesStandIn } from '../agents/responsesStandIn.mjs';
import type { StandInKind } from './recipe';

/** A model on this machine, as far as a recording uses it. */
interface StandIn {
  /** The prompts in each request of a conversation. */
  readonly asked: readonly (readonly string[])[];
  start(): Promise<string>;
  finishAnswers(): void;
  end(): Promise<unknown>;
}

const NONE: StandIn = {
  asked: [],
  start: () => Promise.resolve(''),
  finishAnswers: () => undefined,
  end: () => Promise.resolve(),
};

/** The model that answers a CLI of this kind. */
export function createStandIn(kind: StandInKind): StandIn {
  switch (kind) {
    case 'messages':
      return new MessagesStandIn();
    case 'responses':
      return new ResponsesStandIn();
    case 'chat':
      return new ChatStandIn();
    case 'gemini':
      return new GeminiStandIn();
    case 'amp':
      return new AmpStandIn();
    case 'auggie':
      return new AuggieStandIn();
    case 'none':
      return NONE;
  }
}
