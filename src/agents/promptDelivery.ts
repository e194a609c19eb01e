import { SessionError } from '../base/errors';
import { CTRL_C } from '../providers/keys';
import { planInterruptKeystrokes, planPromptKeystrokes } from '../providers/promptKeystrokes';
import type { ProviderDefinition } from '../providers/providerDefinition';
import { sanitizePrompt } from '../providers/sanitizePrompt';
import type { SessionInfo, SessionService } from '../pty/sessionService';
import type { PromptTyping } from './promptTyping';

export interface PromptDeliveryDeps {
  readonly sessions: Pick<SessionService, 'get' | 'write'>;
  readonly typing: PromptTyping;
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
    await this.deps.typing.type(sessionId, () =>
      planPromptKeystrokes(prompt, provider.submit, {
        bracketedPaste: this.deps.sessions.get(sessionId)?.bracketedPaste ?? false,
      }),
    );
  }

  /** Sends the first prompt of a provider that takes it from the keyboard only. */
  async sendFirst(sessionId: string, prompt: string): Promise<void> {
    const readiness = await this.deps.typing.untilReady(sessionId);
    if (readiness === 'ready') {
      await this.send(sessionId, prompt);
      return;
    }
    const label = this.deps.sessions.get(sessionId)?.label ?? sessionId;
    this.deps.notify(
      readiness === 'gone'
        ? `${label} ended before its first prompt could be typed: restart it, then send the prompt.`
        : `${label} never stopped drawing, so its first prompt was not typed: send it with "Agents: Send Prompt to Session...".`,
    );
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
