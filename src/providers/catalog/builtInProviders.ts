import { aider } from './aider/definition';
import { amp } from './amp/definition';
import { antigravity } from './antigravity/definition';
import { auggie } from './auggie/definition';
import { autohand } from './autohand/definition';
import { claude } from './claude/definition';
import { cline } from './cline/definition';
import { codebuddy } from './codebuddy/definition';
import { codebuff } from './codebuff/definition';
import { codex } from './codex/definition';
import { commandcode } from './commandcode/definition';
import { continueCli } from './continueCli/definition';
import { copilot } from './copilot/definition';
import { crush } from './crush/definition';
import { cursor } from './cursor/definition';
import { devin } from './devin/definition';
import { droid } from './droid/definition';
import { freebuff } from './freebuff/definition';
import { gemini } from './gemini/definition';
import { goose } from './goose/definition';
import { grok } from './grok/definition';
import { hermes } from './hermes/definition';
import { jules } from './jules/definition';
import { junie } from './junie/definition';
import { kilocode } from './kilocode/definition';
import { kimi } from './kimi/definition';
import { kiro } from './kiro/definition';
import { letta } from './letta/definition';
import { mastracode } from './mastracode/definition';
import { mcode } from './mcode/definition';
import { mimocode } from './mimocode/definition';
import { mistral } from './mistral/definition';
import { ohMyPi } from './ohMyPi/definition';
import { opencode } from './opencode/definition';
import { pi } from './pi/definition';
import { qoder } from './qoder/definition';
import { qwen } from './qwen/definition';
import { rovo } from './rovo/definition';
import { zero } from './zero/definition';
import type { ProviderDefinition } from '../model/providerDefinition';

/** The providers that need no settings, in the order in which lists offer them. */
export const BUILT_IN_PROVIDERS: readonly ProviderDefinition[] = [
  claude,
  codex,
  gemini,
  qwen,
  opencode,
  copilot,
  cursor,
  droid,
  amp,
  auggie,
  crush,
  cline,
  kilocode,
  goose,
  kimi,
  kiro,
  rovo,
  continueCli,
  codebuff,
  mistral,
  pi,
  autohand,
  grok,
  qoder,
  letta,
  antigravity,
  devin,
  commandcode,
  hermes,
  codebuddy,
  freebuff,
  jules,
  junie,
  ohMyPi,
  mimocode,
  zero,
  mastracode,
  aider,
  mcode,
];
