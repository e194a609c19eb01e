import type { ProcessTable } from './processTable';
import { LinuxProcessTable } from './processTableLinux';
import { PsProcessTable } from './processTablePs';
import type { RunTool } from './runTool';

/** The process table of this machine, on Linux and macOS. */
export function createProcessTable(platform: NodeJS.Platform, run: RunTool): ProcessTable {
  return platform === 'linux' ? new LinuxProcessTable() : new PsProcessTable(run);
}
