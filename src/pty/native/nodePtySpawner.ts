import type { Clock } from '../../base/clock';
import { SessionError, toMessage } from '../../base/errors';
import type { Logger } from '../../base/logger';
import { FULL_PROMISE_VERSION, hasFullPromises } from './nodePtyCandidates';
import type { NodePtyAttempt, NodePtyLoader } from './nodePtyLoader';
import type { NodePtyModule } from './nodePtyModule';
import { NodePtyPublicProcess } from './nodePtyPublicProcess';
import { NodePtyUnixProcess } from './nodePtyUnixProcess';
import { OpenMasters } from './openMasters';
import type { PtyProcess, PtySpawner, PtySpawnSpec } from '../ptyProcess';
import { runCommand } from '../process/runCommand';
import { createRunTool } from '../process/runTool';
import { spawnFailure } from './spawnFailure';

interface NodePtySpawnerDeps {
  readonly loader: Pick<NodePtyLoader, 'load'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Starts programs with the first copy of `node-pty` that works. A copy that loads may still be
 * unable to start a program, so the first start decides: until one succeeds the next copy is tried;
 * after that, failures are those of the system.
 *
 * If a file or folder vanishes after the caller's check, Linux does not report an error: the
 * program then ends with exit code 1, and its output contains the reason.
 */
export class NodePtySpawner implements PtySpawner {
  private readonly masters = new OpenMasters();
  private readonly runTool = createRunTool(runCommand);
  private proven: NodePtyModule | undefined;

  constructor(private readonly deps: NodePtySpawnerDeps) {}

  spawn(spec: PtySpawnSpec): PtyProcess {
    requireNoNul(spec);
    if (!this.proven) {
      return this.findAndStart(spec);
    }
    try {
      return this.start(this.proven, spec);
    } catch (error) {
      throw spawnFailure(spec, error);
    }
  }

  private findAndStart(spec: PtySpawnSpec): PtyProcess {
    const failures: string[] = [];
    for (const attempt of this.deps.loader.load()) {
      const result = this.tryStart(attempt, spec);
      if (typeof result !== 'string') {
        return result;
      }
      this.deps.logger.info(`node-pty not used: ${result}`);
      failures.push(result);
    }
    throw noneWorks(spec, failures);
  }

  /** The program, or the reason why this copy could not start it. */
  private tryStart(attempt: NodePtyAttempt, spec: PtySpawnSpec): PtyProcess | string {
    if (!('module' in attempt)) {
      return `${attempt.directory}: ${attempt.reason}`;
    }
    const { module } = attempt;
    try {
      const started = this.start(module, spec);
      this.proven = module;
      logChoice(module, this.deps.logger);
      return started;
    } catch (error) {
      return `${module.directory} ${module.version} (${module.kind}): ${toMessage(error)}`;
    }
  }

  private start(module: NodePtyModule, spec: PtySpawnSpec): PtyProcess {
    const { clock, logger } = this.deps;
    if (module.kind === 'public') {
      return new NodePtyPublicProcess(spec, { api: module.api, logger });
    }
    const { native, helperPath } = module;
    return new NodePtyUnixProcess(spec, {
      native,
      helperPath,
      masters: this.masters,
      runTool: this.runTool,
      clock,
      logger,
    });
  }
}

function logChoice({ directory, version, kind }: NodePtyModule, logger: Logger): void {
  logger.info(`Terminals use node-pty ${version} (${kind}) from ${directory}.`);
  if (!hasFullPromises(version)) {
    logger.warn(
      `node-pty ${version} is older than ${FULL_PROMISE_VERSION}: programs may inherit the terminals of other sessions, and the end of a program's output may be lost.`,
    );
  }
}

function noneWorks({ file }: PtySpawnSpec, failures: readonly string[]): SessionError {
  const target = `${process.platform}-${process.arch}`;
  const message = `Cannot start "${file}": no copy of node-pty works here (${failures.join('; ')}); install the package of Agent Terminals that is made for ${target}.`;
  const causes = failures.map((failure) => new Error(failure));
  return new SessionError('SPAWN_FAILED', message, { cause: new AggregateError(causes, message) });
}

/** The system would cut a string at its first NUL, and so start something else. */
function requireNoNul({ file, args, cwd, env }: PtySpawnSpec): void {
  if ([file, cwd, ...args, ...Object.values(env)].join('\n').includes('\0')) {
    const message = `Cannot start "${file}": its path, folder, arguments or environment contain a NUL character; take it out.`;
    throw new SessionError('SPAWN_FAILED', message);
  }
}
