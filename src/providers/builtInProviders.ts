import { aider } from './definitions/aider';
import { amp } from './definitions/amp';
import { antigravity } from './definitions/antigravity';
import { auggie } from './definitions/auggie';
import { autohand } from './definitions/autohand';
import { claude } from './definitions/claude';
import { cline } from './definitions/cline';
import { codebuddy } from './definitions/codebuddy';
import { codebuff } from './definitions/codebuff';
import { codex } from './definitions/codex';
import { commandcode } from './definitions/commandcode';
import { continueCli } from './definitions/continueCli';
import { copilot } from './definitions/copilot';
import { crush } from './definitions/crush';
import { cursor } from './definitions/cursor';
import { devin } from './definitions/devin';
import { droid } from './definitions/droid';
import { freebuff } from './definitions/freebuff';
import { gemini } from './definitions/gemini';
import { goose } from './definitions/goose';
import { grok } from './definitions/grok';
import { hermes } from './definitions/hermes';
import { jules } from './definitions/jules';
import { junie } from './definitions/junie';
import { kilocode } from './definitions/kilocode';
import { kimi } from './definitions/kimi';
import { kiro } from './definitions/kiro';
import { letta } from './definitions/letta';
import { mastracode } from './definitions/mastracode';
import { mcode } from './definitions/mcode';
import { mimocode } from './definitions/mimocode';
import { mistral } from './definitions/mistral';
import { ohMyPi } from './definitions/ohMyPi';
import { opencode } from './definitions/opencode';
import { pi } from './definitions/pi';
import { qoder } from './definitions/qoder';
import { qwen } from './definitions/qwen';
import { rovo } from './definitions/rovo';
import { zero } from './definitions/zero';
import type { ProviderDefinition } from './providerDefinition';

/** Every provider that needs no settings, in the order in which they are offered. */
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
