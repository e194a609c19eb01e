import type { Recipe } from '../recipe';
import { ampRecipe } from './amp';
import { auggieRecipe } from './auggie';
import { claudeRecipe } from './claude';
import { clineRecipe } from './cline';
import { codexRecipe } from './codex';
import { commandcodeRecipe } from './commandcode';
import { continueRecipe } from './continueCli';
import { copilotRecipe } from './copilot';
import { droidRecipe } from './droid';
import { geminiRecipe } from './gemini';
import { grokRecipe } from './grok';
import { kilocodeRecipe } from './kilocode';
import { kimiRecipe } from './kimi';
import { lettaRecipe } from './letta';
import { mastracodeRecipe } from './mastracode';
import { opencodeRecipe } from './opencode';
import { piRecipe } from './pi';
import { qoderRecipe } from './qoder';
import { qwenRecipe } from './qwen';

/** All CLIs whose screens can be recorded, by provider. */
export const RECIPES: readonly Recipe[] = [
  ampRecipe,
  auggieRecipe,
  claudeRecipe,
  clineRecipe,
  codexRecipe,
  commandcodeRecipe,
  continueRecipe,
  copilotRecipe,
  droidRecipe,
  geminiRecipe,
  grokRecipe,
  kilocodeRecipe,
  kimiRecipe,
  lettaRecipe,
  mastracodeRecipe,
  opencodeRecipe,
  piRecipe,
  qoderRecipe,
  qwenRecipe,
];
