import type { Recipe } from '../recipe';
import { claudeRecipe } from './claude';
import { codexRecipe } from './codex';
import { copilotRecipe } from './copilot';
import { geminiRecipe } from './gemini';
import { kilocodeRecipe } from './kilocode';
import { opencodeRecipe } from './opencode';
import { piRecipe } from './pi';
import { qwenRecipe } from './qwen';

/** All CLIs whose screens can be recorded, by provider. */
export const RECIPES: readonly Recipe[] = [
  claudeRecipe,
  codexRecipe,
  copilotRecipe,
  geminiRecipe,
  kilocodeRecipe,
  opencodeRecipe,
  piRecipe,
  qwenRecipe,
];
