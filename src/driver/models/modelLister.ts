import stripAnsi from 'strip-ansi';
import type { AgentSettings } from '../../agents/start/agentSettings';
import type { CheckedAgent } from '../../agents/start/agentPlan';
import type { AgentResolver } from '../../agents/start/agentResolver';
import type { ModelSource } from '../../providers/model/engineFacts';
import type { Clock } from '../../base/clock';
import { versionCommand } from '../../providers/launch/versionReader';
import type { TrustGuard } from '../../pty/trustGuard';
import type { ModelList, Models, ModelsOptions, Model } from './models';
import { toOneLine } from '../../base/text/oneLine';
import { tryParseJson } from '../../base/parseJson';
import { matches, valueAt } from '../../conversations/transcripts/recordField';

/** Time limit for a CLI to list its models, in milliseconds: some query their servers. */
const TIMEOUT_MS = 30_000;
const OUTPUT_BYTES = 4 * 1024 * 1024;

/** How long a list is returned without running the CLI again, in milliseconds. */
const CACHED_MS = 3_600_000;

/** The most lists that are cached: one for each CLI with its variables. */
const MOST_LISTS = 64;

export class ModelLister implements Models {
  /** The least recently listed first, each with its time by the monotonic clock. */
  private readonly cached = new Map<string, { readonly list: ModelList; readonly at: number }>();

  constructor(
    private readonly deps: {
      readonly agentResolver: Pick<AgentResolver, 'check' | 'commandEnvironment' | 'resolve'>;
      readonly clock: Clock;
      readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
      readonly guard: Pick<TrustGuard, 'require' | 'run'>;
      readonly platform: NodeJS.Platform;
      /** The directory in which the CLIs run, so that no workspace's files affect them. */
      readonly home: string;
    },
  ) {}

  async list(providerId: string, options: ModelsOptions = {}): Promise<ModelList> {
    const { folder, signal, refresh } = options;
    signal?.throwIfAborted();
    // Also for a list that is cached, or that no CLI can print.
    this.deps.guard.require();
    const settings = this.deps.settingsOf(folder?.uri);
    const { provider } = this.deps.agentResolver.resolve(providerId, settings);
    const source = provider.engine.models;
    if (source.kind === 'none') {
      const reason = `No command that lists the models of ${provider.name} is known: look them up in its terminal.`;
      return { kind: 'notPossible', reason };
    }
    const agent = await this.deps.agentResolver.check(providerId, { settings, options: {} });
    const key = JSON.stringify([providerId, agent.cli, agent.config.env]);
    const cached = refresh === 'refresh' ? undefined : this.cached.get(key);
    if (cached && this.deps.clock.monotonic() - cached.at < CACHED_MS) {
      return cached.list;
    }
    const list = await this.ask(agent, source, { settings, signal });
    signal?.throwIfAborted();
    if (list.kind === 'known') {
      this.keep(key, list);
    }
    return list;
  }

  private keep(key: string, list: ModelList): void {
    this.cached.delete(key);
    this.cached.set(key, { list, at: this.deps.clock.monotonic() });
    const [oldest] = this.cached.keys();
    if (this.cached.size > MOST_LISTS && oldest !== undefined) {
      this.cached.delete(oldest);
    }
  }

  private async ask(
    agent: CheckedAgent,
    source: Exclude<ModelSource, { kind: 'none' }>,
    { settings, signal }: { settings: AgentSettings; signal: AbortSignal | undefined },
  ): Promise<ModelList> {
    const { name } = agent.config.provider;
    if (agent.cli.kind === 'line') {
      const reason = `${name} is started by "${agent.cli.line}", which only a shell can run: give its path in the setting agentTerminals.providers.`;
      return { kind: 'notPossible', reason };
    }
    const { platform, home: cwd, agentResolver, guard } = this.deps;
    const env = await agentResolver.commandEnvironment(agent, settings);
    const command = { file: agent.cli.path, args: source.args };
    const result = await guard.run({
      ...versionCommand(command, { platform, env }),
      ...{ cwd, env, signal, timeoutMs: TIMEOUT_MS, maxOutputBytes: OUTPUT_BYTES },
      input: source.kind === 'json' ? source.input : undefined,
    });
    const commandText = `"${source.args.join(' ')}"`;
    if (result.kind === 'failed') {
      return {
        kind: 'notPossible',
        reason: `${name} did not answer ${commandText}: it ${result.reason}.`,
      };
    }
    // Some print it where errors belong unless a terminal reads it.
    const output = result.stdout.trim() === '' ? result.stderr : result.stdout;
    const models = parseModels(source, stripAnsi(output));
    const isAnswer = result.code === 0 && models !== undefined;
    return isAnswer
      ? { kind: 'known', models }
      : {
          kind: 'notPossible',
          reason: `${name} lists no models for ${commandText}: run that in a shell.`,
        };
  }
}

/** The most models of a list. A gateway to many vendors lists some hundred. */
const MOST_MODELS = 2000;

const NAME_CHARS = 200;

/** What can be typed as one word, also behind a `/` command. */
const ID = /^[^\s\p{C}]{1,200}$/u;

/**
 * Parses the models that a CLI prints, without duplicates, and without ids that are no word. Undefined
 * if the output has an unexpected format.
 */
export function parseModels(
  source: Exclude<ModelSource, { kind: 'none' }>,
  output: string,
): readonly Model[] | undefined {
  const models = source.kind === 'rows' ? parseRows(source, output) : parseList(source, output);
  const usable = models
    ?.filter(({ id }) => ID.test(id))
    .slice(0, MOST_MODELS)
    .map(withShortName);
  return usable && [...new Map(usable.map((model) => [model.id, model])).values()];
}

function withShortName({ id, name }: Model): Model {
  return { id, name: name && toOneLine(name).slice(0, NAME_CHARS) };
}

function parseRows(
  { row }: Extract<ModelSource, { kind: 'rows' }>,
  output: string,
): readonly Model[] {
  return output.split(/\r?\n/).flatMap((line) => {
    const { id, name, provider } = row.exec(line)?.groups ?? {};
    return id === undefined ? [] : [{ id: provider ? `${provider}/${id}` : id, name }];
  });
}

function parseList(
  { list, where, id, name }: Extract<ModelSource, { kind: 'json' }>,
  stdout: string,
): readonly Model[] | undefined {
  const candidates = [stdout, ...stdout.split('\n')].map((text) =>
    valueAt(tryParseJson(text), list),
  );
  return candidates
    .find((one) => Array.isArray(one))
    ?.filter((one: unknown) => matches(one, where))
    .flatMap((one: unknown) => {
      const idValue = valueAt(one, id);
      const nameValue = valueAt(one, name);
      const model = {
        id: String(idValue),
        name: typeof nameValue === 'string' ? nameValue : undefined,
      };
      return typeof idValue === 'string' ? [model] : [];
    });
}
