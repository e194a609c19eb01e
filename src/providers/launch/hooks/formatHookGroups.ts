import { hookEvents, type HookReading } from '../../model/hookSupport';
import type { HookLaunchInput } from './hookLaunch';
import type { CliSettings } from './mergeSettings';

/** Settings with one group of hooks for each event, which matches all tools. */
export function formatHookGroups(
  reading: HookReading,
  commandLine: HookLaunchInput['commandLine'],
  timeout: number,
): CliSettings {
  const groups = hookEvents(reading).map((event) => {
    const hook = { type: 'command', command: commandLine(event), timeout };
    return [event, [{ hooks: [hook] }]] as const;
  });
  return { hooks: Object.fromEntries(groups) };
}
