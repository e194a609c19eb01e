import type { Clock } from '../../base/clock';
import { createProcessTable } from './createProcessTable';
import type { SessionPrograms } from './processTree';
import { runCommand } from './runCommand';
import { createRunTool } from './runTool';
import { taskkill } from './taskkill';
import { terminate, type Survivor } from './terminate';

/** Ends all programs of a session within a time limit. Returns the survivors. */
export type Terminate = (programs: SessionPrograms) => Promise<readonly Survivor[]>;

/** Creates the implementation for this platform. */
export function createTerminate(clock: Clock): Terminate {
  if (process.platform === 'win32') {
    const systemRoot = process.env['SystemRoot'] ?? 'C:\\Windows';
    const runTool = createRunTool(runCommand);
    return ({ pid }) => taskkill(runTool, pid, systemRoot);
  }
  const table = createProcessTable(process.platform, clock);
  const kill = (pid: number, signal: NodeJS.Signals): void => void process.kill(pid, signal);
  return (programs) => terminate({ table, kill, clock, selfPid: process.pid }, programs);
}
