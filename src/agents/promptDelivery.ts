import { SessionError } from '../base/errors';
import { CTRL_C, type Keystrokes } from '../providers/keys';
import { planInterruptKeystrokes, planPromptKeystrokes } from '../providers/promptKeystrokes';
import type { ProviderDefinition } from '../providers/providerDefinition';
import { sanitizePrompt } from '../providers/sanitizePrompt';
import type { SessionInfo, SessionService } from '../pty/sessionService';
import type { PromptEcho } from './promptEcho';
import type { PromptTyping, Readiness } from './promptTyping';

export interface PromptDeliveryDeps {
  readonly sessions: Pick<SessionService, 'get' | 'write'>;
  readonly typing: PromptTyping;
  readonly echo: Pick<PromptEcho, 'isShown'>;
  /** The provider as the session's folder has it; undefined for a bare shell. */
  readonly providerOf: (session: SessionInfo) => ProviderDefinition | undefined;
  /** Tells the person, in one sentence, of a prompt that did not get there. */
  readonly notify: (message: string) => void;
}

/** Gets prompts and interrupts to agents by keyboard, as each provider wants it. */
export class PromptDelivery {
  constructor(private readonly deps: PromptDeliveryDeps) {}

  /** @throws {SessionError} `SESSION_NOT_FOUND`, `SESSION_EXITED`, `BAD_REQUEST` (nothing to send). */
  async send(sessionId: string, prompt: string): Promise<void> {
    const session = this.require(sessionId);
    if (prompt.trim() === '') {
      throw new SessionError('BAD_REQUEST', 'The prompt is empty: type what the agent is to do.');
    }
    const provider = this.deps.providerOf(session);
    if (!provider) {
      this.deps.sessions.write(sessionId, `${sanitizePrompt(prompt)}\n`);
      return;
    }
    if (session.agentExitCode !== null) {
      throw new SessionError(
        'SESSION_EXITED',
        `The agent of ${session.label} has ended, and a shell would run the prompt: restart the session to send it.`,
      );
    }
    await this.deps.typing.type(sessionId, () => this.plan(sessionId, prompt, provider));
  }

  /**
   * Sends the first prompt of a provider that takes it from the keyboard only. It is submitted
   * once it is seen: what has the keyboard may be a dialog, and Enter would answer that.
   */
  async sendFirst(sessionId: string, prompt: string): Promise<void> {
    const readiness = await this.deps.typing.untilReady(sessionId);
    const session = this.deps.sessions.get(sessionId);
    const provider = session && this.deps.providerOf(session);
    if (readiness !== 'ready' || !provider) {
      this.deps.notify(explainUntyped(readiness, session?.label ?? sessionId));
      return;
    }
    const [typed, ...submit] = this.plan(sessionId, prompt, provider);
    await this.deps.typing.type(sessionId, () => (typed ? [typed] : []));
    if (await this.deps.echo.isShown(sessionId, prompt)) {
      await this.deps.typing.type(sessionId, () => submit);
    } else {
      this.deps.notify(
        `${session.label} does not show its first prompt, so it was not submitted: look at the terminal, and press Enter there if the prompt is in its input.`,
      );
    }
  }

  /** The provider's interrupt keys, or Ctrl-C; an unknown session is harmless. */
  async interrupt(sessionId: string): Promise<void> {
    const session = this.deps.sessions.get(sessionId);
    const provider = session && this.deps.providerOf(session);
    if (provider && session.agentExitCode === null) {
      await this.deps.typing.type(sessionId, () => planInterruptKeystrokes(provider));
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
    ? `${label} never stopped drawing, so its first prompt was not typed: send it with "Agents: Send Prompt to Session...".`
    : `${label} ended before its first prompt could be typed: restart it, then send the prompt.`;
}
