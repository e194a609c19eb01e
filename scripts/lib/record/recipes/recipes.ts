import type { Recipe } from '../recipe';
import { claudeRecipe } from './claude';
import { codexRecipe } from './codex';

/** All CLIs whose screens can be recorded, by provider. */
export const RECIPES: readonly Recipe[] = [claudeRecipe, codexRecipe];
