import { SessionError, toMessage } from '../../base/errors';
import { CTRL_C, type Keystrokes } from '../../providers/model/keys';
import {
  planInterruptKeystrokes,
  planPromptKeystrokes,
} from '../../providers/launch/promptKeystrokes';
import type { ProviderDefinition } from '../../providers/model/providerDefinition';
import { sanitizePrompt } from '../../providers/launch/sanitizePrompt';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { StatusService } from '../../status/statusService';
import { formatQuestion, questionOf } from '../dialogs/dialog';
import type { PersonTyping } from './personTyping';
import type { PromptEcho } from './promptEcho';
import type { PromptReadiness, Readiness } from './promptReadiness';
import type { PromptSubmission } from './promptSubmission';
import type { Keyboard, PromptTyping } from './promptTyping';

/** How long an agent may take to redraw its input after an interrupt, in milliseconds. */
const INTERRUPTED_MS = 700;

interface PromptDeliveryDeps {
  readonly sessions: Pick<SessionService, 'get' | 'write'>;
  readonly status: Pick<StatusService, 'get'>;
  readonly readiness: Pick<PromptReadiness, 'until'>;
  readonly personTyping: Pick<PersonTyping, 'untilQuiet'>;
  readonly typing: Pick<PromptTyping, 'withKeyboard' | 'typeNow'>;
  readonly submission: Pick<PromptSubmission, 'submit'>;
  readonly echo: Pick<PromptEcho, 'isShown'>;
  /** The provider with the settings of the session's folder; undefined for a shell. */
  readonly providerOf: (session: SessionInfo) => ProviderDefinition | undefined;
  /** Shows the person one sentence about a prompt that was not delivered. */
  readonly notify: (message: string) => void;
}

/** A prompt and its session. */
interface Addressed {
  readonly session: SessionInfo;
  readonly prompt: string;
}

/** Types prompts and interrupts into sessions with the keystrokes of their providers. */
export class PromptDelivery {
  constructor(private readonly deps: PromptDeliveryDeps) {}

  /**
   * Types a prompt and resolves when the agent has accepted it; for a shell, when it is written.
   * @param beforeTyping called after all waiting, directly before the first key. If it throws, the
   * error is thrown and nothing is typed.
   * @throws {SessionError} `SESSION_NOT_FOUND`, `SESSION_EXITED`, `BAD_REQUEST` (an empty prompt),
   * `AGENT_BLOCKED` (the agent shows a question, which the prompt would answer), `AGENT_NOT_READY`
   * (the agent does not accept input yet, or a person types in it), `PROMPT_STALLED`.
   */
  async send(
    sessionId: string,
    prompt: string,
    beforeTyping: () => void = () => {},
  ): Promise<void> {
    const session = this.require(sessionId);
    if (sanitizePrompt(prompt) === '') {
      throw new SessionError('BAD_REQUEST', 'The prompt is empty: type what the agent should do.');
    }
    const provider = this.deps.providerOf(session);
    if (!provider) {
      await this.requireQuiet(session);
      beforeTyping();
      this.deps.sessions.write(sessionId, `${sanitizePrompt(prompt)}\n`);
      return;
    }
    this.requireAgent(session);
    const readiness = await this.deps.readiness.until(sessionId, 'later');
    if (readiness !== 'ready') {
      throw this.explainUnready(session, readiness);
    }
    await this.requireQuiet(session);
    await this.deps.typing.withKeyboard(sessionId, async (keyboard) => {
      this.requireStill(session);
      beforeTyping();
      const keystrokes = this.plan(sessionId, prompt, provider);
      await this.submit({ session, prompt }, keystrokes, keyboard);
    });
  }

  /**
   * Types the first prompt of an agent whose CLI does not accept it as an argument. If the agent's
   * status is unknown, presses Enter only when the screen shows the prompt, because Enter would
   * answer a dialog. Notifies the person of a failure and does not reject.
   */
  async sendFirst(sessionId: string, prompt: string): Promise<void> {
    const readiness = await this.deps.readiness.until(sessionId, 'first');
    const session = this.deps.sessions.get(sessionId);
    const provider = session && this.deps.providerOf(session);
    if (readiness !== 'ready' || !provider) {
      this.deps.notify(explainUntyped(readiness, session?.label ?? sessionId));
      return;
    }
    try {
      await this.requireQuiet(session);
      await this.deps.typing.withKeyboard(sessionId, (keyboard) => {
        const keystrokes = this.plan(sessionId, prompt, provider);
        this.requireStill(session);
        return this.deps.status.get(sessionId).state.kind === 'unknown'
          ? this.submitOnceSeen({ session, prompt }, keystrokes, keyboard)
          : this.submit({ session, prompt }, keystrokes, keyboard);
      });
    } catch (error) {
      this.deps.notify(
        `The first prompt of ${session.label} was not delivered: ${toMessage(error)}`,
      );
    }
  }

  /** Types the provider's interrupt keys; Ctrl-C in a shell. Does nothing for an unknown session. */
  async interrupt(sessionId: string): Promise<void> {
    const session = this.deps.sessions.get(sessionId);
    const provider = session && this.deps.providerOf(session);
    if (provider && session.agentExitCode === null) {
      const interrupted = this.deps.typing.typeNow(sessionId, planInterruptKeystrokes(provider));
      // The next prompt waits, because some agents restore the interrupted prompt in their input.
      void this.deps.typing.withKeyboard(sessionId, (keyboard) => keyboard.pause(INTERRUPTED_MS));
      await interrupted;
    } else {
      this.deps.sessions.write(sessionId, CTRL_C);
    }
  }

  private plan(
    sessionId: string,
    prompt: string,
    { submit }: ProviderDefinition,
  ): readonly Keystrokes[] {
    const { bracketedPaste = false } = this.deps.sessions.get(sessionId) ?? {};
    return planPromptKeystrokes(prompt, submit, { bracketedPaste });
  }

  private async submit(
    { session, prompt }: Addressed,
    [text, enter]: readonly Keystrokes[],
    keyboard: Keyboard,
  ): Promise<void> {
    if (text && enter) {
      await this.deps.submission.submit(session, { prompt, text, enter }, keyboard);
    }
  }

  private async submitOnceSeen(
    { session, prompt }: Addressed,
    [text, ...submit]: readonly Keystrokes[],
    keyboard: Keyboard,
  ): Promise<void> {
    await keyboard.type(text ? [text] : []);
    if (await this.deps.echo.isShown(session.id, prompt)) {
      await keyboard.type(submit);
    } else {
      this.deps.notify(
        `${session.label} does not show its first prompt, so it was not submitted: look at the terminal, and press Enter there if the prompt is in its input.`,
      );
    }
  }

  private async requireQuiet({ id, label }: SessionInfo): Promise<void> {
    if (!(await this.deps.personTyping.untilQuiet(id, 'input'))) {
      throw new SessionError(
        'AGENT_NOT_READY',
        `Text was typed in the terminal of ${label}: send or clear it, then send the prompt.`,
      );
    }
  }

  /** Checks the agent again after waiting, because earlier keystrokes may have changed its state. */
  private requireStill(session: SessionInfo): void {
    const now = this.require(session.id);
    this.requireAgent(now);
    if (this.deps.status.get(session.id).state.kind === 'needsInput') {
      throw this.explainUnready(now, 'blocked');
    }
  }

  private requireAgent({ agentExitCode, label }: SessionInfo): void {
    if (agentExitCode !== null) {
      throw new SessionError(
        'SESSION_EXITED',
        `The agent of ${label} has ended, and a shell would run the prompt: restart the session to send it.`,
      );
    }
  }

  private explainUnready(
    { id, label }: SessionInfo,
    readiness: Exclude<Readiness, 'ready'>,
  ): SessionError {
    switch (readiness) {
      case 'blocked': {
        const question = formatQuestion(questionOf(this.deps.status.get(id)));
        return new SessionError(
          'AGENT_BLOCKED',
          `${label} asks ${question}: answer that, then send the prompt.`,
        );
      }
      case 'gone':
        return new SessionError(
          'SESSION_EXITED',
          `${label} ended before it accepted input: restart it to send it a prompt.`,
        );
      case 'timeout':
        return new SessionError(
          'AGENT_NOT_READY',
          `${label} has shown nothing yet: look at its terminal, then send the prompt again.`,
        );
    }
  }

  private require(sessionId: string): SessionInfo {
    const session = this.deps.sessions.get(sessionId);
    if (!session) {
      throw new SessionError(
        'SESSION_NOT_FOUND',
        `There is no session ${sessionId}: open it again.`,
      );
    }
    if (session.state === 'terminated') {
      throw new SessionError(
        'SESSION_EXITED',
        `Session ${session.label} has ended: restart it to send it a prompt.`,
      );
    }
    return session;
  }
}

function explainUntyped(readiness: Readiness, label: string): string {
  return readiness === 'timeout'
    ? `${label} did not get ready for its first prompt, so it was not typed: send it with "Agents: Send Prompt to Session...".`
    : `${label} ended before its first prompt could be typed: restart it, then send the prompt.`;
}
