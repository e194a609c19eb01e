import { availableParallelism, cpus } from 'node:os';

/** The machine of a measurement. */
export interface Machine {
  /** The model of its processor; empty if the system does not name it. */
  readonly cpu: string;
  readonly cores: number;
  /** The version of Node, such as `v24.0.0`. */
  readonly node: string;
}

/** Returns the machine on which this process runs, without its name. */
export function thisMachine(): Machine {
  const cpu = cpus()[0]?.model.trim() ?? '';
  return { cpu, cores: availableParallelism(), node: process.version };
}

/** Returns, for example, `AMD EPYC, 2 cores, Node v24.0.0`. */
export function formatMachine({ cpu, cores, node }: Machine): string {
  return [
    cpu || 'unknown processor',
    `${cores} ${cores === 1 ? 'core' : 'cores'}`,
    `Node ${node}`,
  ].join(', ');
}
