import type { PromptDelivery } from '../../agents/prompts/promptDelivery';
import { delay, type Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { toOneLine } from '../../base/oneLine';
import { MODEL, type ModelChange } from '../../providers/model/modelChange';
import type { ProviderDefinition } from '../../providers/model/providerDefinition';
import type { SessionInfo, SessionService } from '../../pty/sessionService';

/** How long a CLI may take to report the change: some query their servers. In milliseconds. */
const REPORT_MS = 15_000;
const POLL_MS = 100;

/** What can be typed as one word of a prompt, and is no option of the CLI's own command. */
const WORD = /^[^\s\p{C}-][^\s\p{C}]*$/u;

/**
 * What a change of a model has led to. `asks`: the CLI shows a question first. `unseen`: it has
 * reported nothing in time.
 */
export type ModelChanged = 'asks' | 'changed' | 'unseen';

interface ModelChangerDeps {
  readonly clock: Clock;
  readonly delivery: Pick<PromptDelivery, 'send'>;
  /** The provider, with the settings of the session's folder; undefined for a bare shell. */
  readonly providerOf: (session: SessionInfo) => ProviderDefinition | undefined;
  readonly sessions: Pick<SessionService, 'get' | 'text'>;
}

/** Changes the models of running agents. */
export class ModelChanger {
  constructor(private readonly deps: ModelChangerDeps) {}

  /** Why the session's model cannot be changed, in one sentence; undefined if it can. */
  findObstacle(session: SessionInfo): string | undefined {
    const provider = this.deps.providerOf(session);
    if (!provider) {
      return `${session.label} is a shell and has no model: choose the session of an agent.`;
    }
    return provider.modelChange.kind === 'none'
      ? `No prompt that changes the model of ${provider.name} is known: use its own menu, or start another session with that model.`
      : undefined;
  }

  /**
   * Types the prompt that changes the model, and waits until the CLI has reacted.
   * @throws {SessionError} `BAD_REQUEST` (no name of a model, or the CLI refuses it), `ILLEGAL_STATE`
   * (see {@link findObstacle}), and what `PromptDelivery.send` throws.
   */
  async change(ptyId: string, model: string): Promise<ModelChanged> {
    const session = this.require(ptyId);
    const change = this.requireChange(session);
    if (!WORD.test(model)) {
      throw new SessionError(
        'BAD_REQUEST',
        'The name of a model is one word: use a name that the agent lists.',
      );
    }
    const before = await this.rows(ptyId);
    await this.deps.delivery.send(
      ptyId,
      change.text.replace(MODEL, () => model),
    );
    return this.untilReported(session, { change, before, model });
  }

  private async untilReported(
    { id, label }: SessionInfo,
    { change, before, model }: { change: PromptChange; before: readonly string[]; model: string },
  ): Promise<ModelChanged> {
    const { clock, sessions } = this.deps;
    const end = clock.monotonic() + REPORT_MS;
    while (clock.monotonic() < end && sessions.get(id)) {
      const report = findReport(change, before, await this.rows(id));
      if (report?.kind === 'refused') {
        const reason = `${label} does not use the model ${JSON.stringify(model)}: "${report.row}"`;
        throw new SessionError('BAD_REQUEST', `${reason}. Choose another one.`);
      }
      if (report) {
        return report.kind;
      }
      await delay(clock, POLL_MS);
    }
    return 'unseen';
  }

  private async rows(id: string): Promise<readonly string[]> {
    return (await this.deps.sessions.text(id)).split('\n');
  }

  private require(ptyId: string): SessionInfo {
    const session = this.deps.sessions.get(ptyId);
    if (!session) {
      throw new SessionError('SESSION_NOT_FOUND', `There is no session ${ptyId}: open it again.`);
    }
    return session;
  }

  private requireChange(session: SessionInfo): PromptChange {
    const change = this.deps.providerOf(session)?.modelChange;
    if (change?.kind !== 'prompt') {
      throw new SessionError('ILLEGAL_STATE', this.findObstacle(session) ?? '');
    }
    return change;
  }
}

type PromptChange = Extract<ModelChange, { readonly kind: 'prompt' }>;

interface Report {
  readonly kind: 'asks' | 'changed' | 'refused';
  readonly row: string;
}

/**
 * What the CLI has reported since the screen had the rows `before`, which may contain earlier reports:
 * the last row that matches, if more rows match than before.
 */
function findReport(
  { asks, changed, refused }: PromptChange,
  before: readonly string[],
  now: readonly string[],
): Report | undefined {
  const patterns = { refused, asks, changed };
  return (['refused', 'asks', 'changed'] as const)
    .map((kind): Report | undefined => {
      const matching = (rows: readonly string[]): readonly string[] =>
        rows.filter((row) => patterns[kind]?.test(row));
      const found = matching(now);
      const row = found.at(-1);
      const isNew = row !== undefined && found.length > matching(before).length;
      return isNew ? { kind, row: toOneLine(row) } : undefined;
    })
    .find((report) => report !== undefined);
}
