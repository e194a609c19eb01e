import type { Recipe } from '../recipe';
import { claudeRecipe } from './claude';
import { codexRecipe } from './codex';
import { geminiRecipe } from './gemini';
import { qwenRecipe } from './qwen';

/** All CLIs whose screens can be recorded, by provider. */
export const RECIPES: readonly Recipe[] = [claudeRecipe, codexRecipe, geminiRecipe, qwenRecipe];
