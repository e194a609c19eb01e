import type { AnswerService } from '../../agents/dialogs/answerService';
import { SessionError } from '../../base/errors';
import type { SessionInfo } from '../../pty/sessionService';
import type { StatusService } from '../../status/statusService';

/** How a question of an agent is answered. */
interface Answer {
  readonly answer: 'approve' | 'deny' | 'reply';
  /** What was shown to the person or program that decides. */
  readonly shown?: string | undefined;
  /** The reply. */
  readonly text?: string | undefined;
}

/**
 * Answers the questions of agents for callers. An approval names what it approves, as in the window:
 * nothing is typed if the agent requests something else by then.
 */
export class AgentAnswers {
  constructor(
    private readonly deps: {
      readonly answers: AnswerService;
      readonly status: StatusService;
    },
  ) {}

  /**
   * @throws {SessionError} `BAD_REQUEST` if a field is missing or unused; `ILLEGAL_STATE` if the agent
   * no longer has the question that was shown; and the errors of `AnswerService`.
   */
  give({ id, label }: SessionInfo, { answer, shown, text }: Answer): Promise<void> {
    const { answers } = this.deps;
    if (answer === 'reply') {
      const reply = requireField('text', text, answer);
      this.requireQuestion(id, label, shown);
      return answers.reply(id, reply);
    }
    if (text !== undefined) {
      throw new SessionError('BAD_REQUEST', `"text" is for a reply: remove it, or reply.`);
    }
    if (answer === 'approve') {
      return answers.approve(id, requireField('shown', shown, answer));
    }
    return answers.deny(id, shown);
  }

  /** A reply to an agent without an open question would be a prompt, which has a route of its own. */
  private requireQuestion(id: string, label: string, shown: string | undefined): void {
    const { state } = this.deps.status.get(id);
    if (state.kind !== 'needsInput') {
      throw illegal(`${label} has no open question: send a prompt instead.`);
    }
    if (shown !== undefined && shown !== state.question) {
      throw illegal(`The question of ${label} has changed: read it again.`);
    }
  }
}

function requireField(name: string, value: string | undefined, answer: string): string {
  if (value === undefined) {
    throw new SessionError('BAD_REQUEST', `The answer "${answer}" requires "${name}".`);
  }
  return value;
}

function illegal(message: string): SessionError {
  return new SessionError('ILLEGAL_STATE', message);
}
