import { parseShellArgs } from '../../pty/shell/parseShellArgs';
import type {
  AutoApprove,
  ConversationSupport,
  InitialPrompt,
  ModelChoice,
  ProviderDefinition,
  ProviderEnv,
  SubmitFacts,
} from '../model/providerDefinition';
import type { ProviderOverride } from '../model/providerOverride';
import type { EngineFacts } from '../model/engineFacts';

/**
 * Applies the person's settings to a definition. Flags are split in shell style; an empty flag
 * means none. If the settings name another CLI, the definition's facts still apply.
 */
export function applyProviderOverride(
  definition: ProviderDefinition,
  override: ProviderOverride,
): ProviderDefinition {
  return {
    ...definition,
    name: override.label ?? definition.name,
    icon: override.icon ?? definition.icon,
    defaultArgs: override.defaultArgs ?? definition.defaultArgs,
    autoApprove: withFlag(definition.autoApprove, override.autoApproveFlag),
    initialPrompt: withPromptFlag(definition.initialPrompt, override.initialPromptFlag),
    conversations: withResumeFlag(definition.conversations, override.resumeFlag),
    model: withModelFlag(definition.model, override.modelFlag),
    env: withVariables(definition.env, override),
    submit: withSubmitKey(definition.submit, override),
    engine: applyEngineOverride(definition.engine, override),
  };
}

function withVariables(
  { pass, strip, extra }: ProviderEnv,
  { env, envStrip = [] }: ProviderOverride,
): ProviderEnv {
  return { pass, strip: [...strip, ...envStrip], extra: { ...extra, ...env } };
}

/** Only the flag of the definition is refused by its CLI when root uses it. */
function withFlag(autoApprove: AutoApprove, flag: string | undefined): AutoApprove {
  if (flag === undefined) {
    return autoApprove;
  }
  const args = parseShellArgs(flag);
  if (autoApprove.kind === 'byDefault') {
    return { ...autoApprove, args };
  }
  return args.length === 0 ? { kind: 'none' } : { kind: 'flag', args };
}

function withPromptFlag(prompt: InitialPrompt, flag: string | undefined): InitialPrompt {
  if (flag === undefined) {
    return prompt;
  }
  if (flag.trim() !== '') {
    return { ...(prompt.kind === 'flag' ? prompt : {}), kind: 'flag', flag: flag.trim() };
  }
  return prompt.kind === 'positional'
    ? prompt
    : { kind: 'positional', separator: 'none', subcommands: 'unknown' };
}

function withResumeFlag(
  conversations: ConversationSupport,
  flag: string | undefined,
): ConversationSupport {
  if (flag === undefined) {
    return conversations;
  }
  const last = parseShellArgs(flag);
  switch (conversations.kind) {
    case 'none':
    case 'latest':
      return last.length === 0 ? { kind: 'none' } : { ...conversations, kind: 'latest', last };
    case 'byId':
    case 'chooseId':
      return last.length === 0
        ? { ...conversations, last: undefined }
        : { ...conversations, last, lastOf: 'settings' };
  }
}

function withModelFlag(model: ModelChoice, flag: string | undefined): ModelChoice {
  if (flag === undefined) {
    return model;
  }
  return flag.trim() === '' ? { kind: 'none' } : { kind: 'flag', flag: flag.trim() };
}

function withSubmitKey(submit: SubmitFacts, { paste, submitKey }: ProviderOverride): SubmitFacts {
  const kind = paste === undefined ? submit.kind : paste === 'bracketed' ? 'paste' : 'plain';
  // Another key shows that the CLI's keys are not the known ones.
  return submitKey === undefined
    ? { ...submit, kind }
    : { kind, gapMs: submit.gapMs, key: submitKey };
}

type EngineOverride = Pick<
  ProviderOverride,
  | 'chrome'
  | 'idleMs'
  | 'promptMarker'
  | 'responseMarker'
  | 'shownMs'
  | 'unfinishedFactor'
  | 'unseenFactor'
>;

/** Applies the person's settings to the engine facts. Their texts are matched literally. */
export function applyEngineOverride(engine: EngineFacts, override: EngineOverride): EngineFacts {
  const { chrome = [], promptMarker = '', responseMarker } = override;
  const { screen, quiet } = engine;
  const prompt = promptMarker.trim();
  return {
    ...engine,
    screen: {
      ...screen,
      ...(prompt !== '' && { echo: rowBeginning(prompt, '\\S'), composer: rowBeginning(prompt) }),
      marker: responseMarker === undefined ? screen.marker : markerOf(responseMarker),
      chrome: [...screen.chrome, ...chrome.filter(isFilled).map((text) => rowBeginning(text))],
    },
    quiet: {
      shownMs: override.shownMs ?? quiet.shownMs,
      silentMs: override.idleMs ?? quiet.silentMs,
      unseenFactor: override.unseenFactor ?? quiet.unseenFactor,
      unfinishedFactor: override.unfinishedFactor ?? quiet.unfinishedFactor,
    },
  };
}

/** A frame may precede it. */
function rowBeginning(text: string, then = ''): RegExp {
  const after = then === '' ? '' : `\\s+${then}`;
  return new RegExp(`^[\\s│┃|]*${escapePattern(text.trim())}${after}`, 'u');
}

function markerOf(text: string): RegExp | undefined {
  return isFilled(text) ? new RegExp(`^\\s*${escapePattern(text.trim())}\\s*`, 'u') : undefined;
}

function isFilled(text: string): boolean {
  return text.trim() !== '';
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
