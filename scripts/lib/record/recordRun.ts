import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { Dimensions } from '../../../src/pty/ptyProcess';
import type { ScreenCase } from '../../../src/status/screens/screenCase';
import { AgentTerminal } from './agentTerminal';
import { ROOT } from '../paths.mjs';
import { findRevealing } from './normalise';
import { playSteps, type PlayedScreen } from './playSteps';
import type { Recipe, Run } from './recipe';
import { RecordingPlace } from './recordingPlace';
import { buildRunEnvironment } from './runEnvironment';
import { createStandIn } from './standIns';

/** The word in a prompt for which the model holds its answer. */
const HELD = '[held]';

/** A CLI that is installed: its version, and the directory of its programs. */
export interface InstalledCli {
  readonly version: string;
  readonly programs: string;
}

/** A recorded screen and its name, such as `working`. */
export interface Recorded {
  readonly name: string;
  readonly screen: ScreenCase;
}

/**
 * Starts the CLI in a new home folder, plays one run at one size, and ends all that it started.
 * @throws {Error} if a step fails
 */
export async function recordRun(
  recipe: Recipe,
  run: Run,
  { version, programs }: InstalledCli,
  size: Dimensions,
): Promise<readonly Recorded[]> {
  const standIn = createStandIn(recipe.standIn);
  const baseUrl = await standIn.start();
  const place = await RecordingPlace.create();
  try {
    const { home, folder } = place;
    const where = { home, folder, baseUrl };
    const { args, env, files } = { ...recipe, ...run };
    await place.write(files?.(where) ?? {});
    const terminal = new AgentTerminal({
      file: join(programs, recipe.program),
      args: args?.(where) ?? [],
      cwd: folder,
      env: buildRunEnvironment(place, programs, env?.(where) ?? {}),
      ...size,
    });
    try {
      const screens = await playSteps(terminal, run.steps, {
        machine: { home, hostname: hostname(), baseUrl },
        changing: recipe.changing ?? [],
        pastes: recipe.pastes === true,
        holdsAnswer: () => standIn.asked.some((prompts) => prompts.at(-1)?.includes(HELD) === true),
        finishAnswers: () => standIn.finishAnswers(),
      });
      requireImpersonal(screens, [dirname(programs), ROOT, home]);
      const note = `${recipe.title} ${version}, ${formatSize(size)}`;
      return screens.map(({ name, expect, screen }) => ({
        name,
        screen: { provider: recipe.provider, expect, note, screen },
      }));
    } finally {
      await terminal.end();
    }
  } finally {
    await standIn.end();
    await place.remove();
  }
}

/** A path of this machine in a screen is to be avoided by the recipe. */
function requireImpersonal(screens: readonly PlayedScreen[], words: readonly string[]): void {
  for (const { name, screen } of screens) {
    const found = findRevealing(screen, words);
    if (found !== undefined) {
      throw new Error(`The screen "${name}" contains ${found}:\n${screen.rows.join('\n')}`);
    }
  }
}

/** A size as in the names of folders, `80x24`. */
export function formatSize({ cols, rows }: Dimensions): string {
  return `${cols}x${rows}`;
}
