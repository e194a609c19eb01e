import type { Clock } from '../../base/clock';
import type { ProcessTable } from './processTable';
import { LinuxProcessTable } from './processTableLinux';
import { PsProcessTable } from './processTablePs';
import { runCommand } from './runCommand';
import { createRunTool } from './runTool';

/** The process table of this machine, on Linux and macOS. */
export function createProcessTable(platform: NodeJS.Platform, clock: Clock): ProcessTable {
  return platform === 'linux'
    ? new LinuxProcessTable(clock)
    : new PsProcessTable(createRunTool(runCommand));
}
