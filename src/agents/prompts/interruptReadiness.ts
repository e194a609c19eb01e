import { delay, type Clock } from '../../base/clock';
import { BlockedError, SessionError } from '../../base/errors';
import type { SessionInfo } from '../../pty/sessionService';
import type { Activity, ActivityState } from '../../status/activity';
import type { StatusService } from '../../status/statusService';
import { questionOf } from '../dialogs/dialog';

/**
 * How long the effect of an interrupt may take, in milliseconds. Until then the keys are not pressed
 * again: an agent at rest takes two Escs within a second as a request to delete the text in its input.
 */
const SETTLING_MS = 2000;

/** How long an agent may take to show that it works on a prompt that it has accepted, in milliseconds. */
const BEGIN_MS = 5000;

const POLL_INTERVAL_MS = 100;

/** Decides when the interrupt keys of an agent may be pressed: not at rest, where they have other effects. */
export class InterruptReadiness {
  /** By PTY id, when the keys were pressed last; monotonic, in milliseconds. */
  private readonly pressed = new Map<string, number>();
  /** By PTY id, when the agent accepted its last prompt; in milliseconds since 1970. */
  private readonly accepted = new Map<string, number>();

  constructor(
    private readonly status: StatusService,
    private readonly clock: Clock,
  ) {}

  handleAccepted(sessionId: string): void {
    this.accepted.set(sessionId, this.clock.now());
  }

  /**
   * Resolves when the keys may be pressed, and counts them as pressed. Reads the screen, because a
   * report can be late. Waits while an earlier interrupt may still have its effect, and for the
   * beginning of the work on a new prompt. An agent whose status is not known counts as working.
   * @throws {SessionError} `ILLEGAL_STATE` if the agent is at rest, `AGENT_BLOCKED` if it shows a
   * dialog after a wait: the caller has not seen it, and the keys would answer it.
   */
  async until({ id, label }: Pick<SessionInfo, 'id' | 'label'>): Promise<void> {
    for (let hasWaited = false; ; hasWaited = true) {
      const { activity } = await this.status.explain(id);
      const isResting = isAtRest(activity.state);
      if (isResting && !this.mayBegin(id, activity)) {
        throw new SessionError(
          'ILLEGAL_STATE',
          `${label} is not working, so it was not interrupted and no key was pressed: if its terminal shows that it works, interrupt it there.`,
        );
      }
      const now = this.clock.monotonic();
      if (!isResting && now - (this.pressed.get(id) ?? -Infinity) >= SETTLING_MS) {
        if (hasWaited && activity.state.kind === 'needsInput') {
          throw new BlockedError(
            `A dialog of ${label} has opened meanwhile, so no key was pressed: answer it.`,
            questionOf(activity),
          );
        }
        this.pressed.set(id, now);
        return;
      }
      await delay(this.clock, POLL_INTERVAL_MS);
    }
  }

  /** Resolves when the agent no longer works, or after the time in which an interrupt takes effect. */
  async untilStopped(id: string): Promise<void> {
    const begin = this.clock.monotonic();
    while (
      this.status.get(id).state.kind === 'working' &&
      this.clock.monotonic() - begin < SETTLING_MS
    ) {
      await delay(this.clock, POLL_INTERVAL_MS);
    }
  }

  private mayBegin(id: string, { since }: Activity): boolean {
    const acceptedAt = this.accepted.get(id) ?? -Infinity;
    const ageMs = this.clock.now() - acceptedAt;
    return since < acceptedAt && ageMs >= 0 && ageMs < BEGIN_MS;
  }
}

function isAtRest({ kind }: ActivityState): boolean {
  switch (kind) {
    case 'idle':
    case 'done':
    case 'failed':
    case 'limited':
      return true;
    case 'working':
    case 'needsInput':
    case 'unknown':
      return false;
  }
}
