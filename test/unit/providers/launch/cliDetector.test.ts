import assert from 'node:assert/strict';
import { nullLogger } from '../../../../src/base/logger';
import {
  CliDetector,
  START_VERSION_MS,
  type CliDetectorDeps,
} from '../../../../src/providers/launch/cliDetector';
import type { ExecutableSearch } from '../../../../src/pty/shell/preflight';
import type { CommandRequest, CommandResult } from '../../../../src/pty/process/command';
import { requireTrust } from '../../../../src/pty/trustGuard';
import { configOf } from '../../../support/agents/agentCommands';
import { ManualClock } from '../../../support/manualClock';
import { waitFor } from '../../../support/waitFor';

const ENV = { PATH: '/bin' };
const CLAUDE = '2.1.330 (Claude Code)\n';

/** A machine with programs at paths; each prints its text. */
class FakeMachine {
  readonly asked: CommandRequest[] = [];
  running = 0;
  mostAtOnce = 0;
  isTrusted = true;
  /** Whether programs answer at all. */
  hangs = false;
  readonly clock = new ManualClock();
  readonly warnings: string[] = [];

  constructor(readonly programs: Record<string, string>) {}

  readonly deps: CliDetectorDeps = {
    platform: 'linux',
    home: '/home/ann',
    findExecutable: (file) => Promise.resolve(this.find(file)),
    isPlainText: () => Promise.resolve(false),
    runCommand: (request) => this.run(request),
    clock: this.clock,
    logger: { ...nullLogger, warn: (message) => this.warnings.push(message) },
  };

  private find(file: string): ExecutableSearch {
    const path = file.startsWith('/') ? file : `/bin/${file}`;
    return path in this.programs
      ? { kind: 'found', path }
      : { kind: 'notFound', problem: 'missing', file, lookedIn: ['/bin'] };
  }

  private async run(request: CommandRequest): Promise<CommandResult> {
    requireTrust(this.isTrusted);
    this.asked.push(request);
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.running);
    await new Promise((resolve) => setImmediate(resolve));
    if (this.hangs) {
      return new Promise(() => {});
    }
    this.running--;
    return { kind: 'done', code: 0, stdout: this.programs[request.file] ?? '', stderr: '' };
  }
}

describe('CliDetector', () => {
  it('returns path and version, and runs the CLI in the home directory', async () => {
    const machine = new FakeMachine({ '/bin/claude': CLAUDE });
    const detection = await new CliDetector(machine.deps).detect(configOf('claude'), ENV);
    assert.deepEqual(detection, {
      kind: 'program',
      name: 'claude',
      path: '/bin/claude',
      status: {
        providerId: 'claude',
        name: 'Claude Code',
        path: '/bin/claude',
        version: '2.1.330',
        installCommand: 'curl -fsSL https://claude.ai/install.sh | bash',
        verified: true,
        lookedIn: [],
        problem: undefined,
      },
    });
    assert.deepEqual(machine.asked[0]?.args, ['--version']);
    assert.equal(machine.asked[0].cwd, '/home/ann');
    assert.equal(machine.asked[0].env, ENV);
  });

  it('runs a CLI once, also for two requests at the same time, until its result is dropped', async () => {
    const machine = new FakeMachine({ '/bin/claude': CLAUDE });
    const detector = new CliDetector(machine.deps);
    const config = configOf('claude');
    await Promise.all([detector.detect(config, ENV), detector.detect(config, ENV)]);
    await detector.detect(config, ENV);
    assert.equal(machine.asked.length, 1);
    detector.forget();
    await detector.detect(config, ENV);
    assert.equal(machine.asked.length, 2);
  });

  it('runs a CLI again after it was not trusted to run', async () => {
    const machine = new FakeMachine({ '/bin/claude': CLAUDE });
    const detector = new CliDetector(machine.deps);
    machine.isTrusted = false;
    await assert.rejects(detector.detect(configOf('claude'), ENV), { code: 'UNTRUSTED' });
    machine.isTrusted = true;
    assert.equal((await detector.detect(configOf('claude'), ENV)).kind, 'program');
  });

  it('detects a CLI that appears, disappears, or replaces a namesake', async () => {
    const machine = new FakeMachine({});
    const detector = new CliDetector(machine.deps);
    const config = configOf('claude');
    const kinds: string[] = [];
    for (const answer of [undefined, 'another 1.0', CLAUDE, undefined]) {
      if (answer === undefined) {
        delete machine.programs['/bin/claude'];
      } else {
        machine.programs['/bin/claude'] = answer;
      }
      const { kind, status } = await detector.detect(config, ENV);
      kinds.push(`${kind} ${status.problem === undefined ? 'fine' : 'wrong'}`);
    }
    assert.deepEqual(kinds, ['absent fine', 'absent wrong', 'program fine', 'absent fine']);
  });

  it('tries the next name after a namesake', async () => {
    const machine = new FakeMachine({ '/bin/kilo': 'kilo editor', '/bin/kilocode': '7.7.7\n' });
    const { kind, status } = await new CliDetector(machine.deps).detect(configOf('kilocode'), ENV);
    assert.equal(kind, 'program');
    assert.equal(status.path, '/bin/kilocode');
  });

  for (const name of ['kilo', 'kilocode']) {
    it(`reports the namesake ${name} if it finds no CLI`, async () => {
      const path = `/bin/${name}`;
      const machine = new FakeMachine({ [path]: 'kilo editor' });
      const { kind, status } = await new CliDetector(machine.deps).detect(
        configOf('kilocode'),
        ENV,
      );
      assert.equal(kind, 'absent');
      assert.match(status.problem ?? '', new RegExp(`^${path} is another program of that name`));
      assert.deepEqual(status.lookedIn, [path]);
    });
  }

  it('returns a command line unchanged, for the shell', async () => {
    const cli = 'npx claude --x';
    const detection = await new CliDetector(new FakeMachine({}).deps).detect(
      configOf('claude', { cli }),
      ENV,
    );
    assert.equal(detection.kind === 'line' && detection.line, cli);
    assert.equal(detection.status.path, cli);
  });

  it('does not find a name from the settings that is not on the PATH', async () => {
    const detector = new CliDetector(new FakeMachine({ '/bin/claude': CLAUDE }).deps);
    const { kind, status } = await detector.detect(configOf('claude', { cli: 'my-alias' }), ENV);
    assert.equal(kind, 'absent');
    assert.equal(status.problem, undefined);
    assert.deepEqual(status.lookedIn, ['/bin']);
  });

  it('detects many CLIs, three at a time, and returns them in order', async () => {
    const names = ['claude', 'codex', 'gemini', 'qwen', 'opencode', 'copilot', 'aider', 'jules'];
    const machine = new FakeMachine(
      Object.fromEntries(names.map((name) => [`/bin/${name}`, '1.2.3'])),
    );
    const configs = names.map((id) => configOf(id));
    const detections = await new CliDetector(machine.deps).detectAll(configs, ENV);
    assert.deepEqual(
      detections.map(({ status }) => status.providerId),
      names,
    );
    assert.equal(machine.mostAtOnce, 3);
  });

  it('lets a start wait 3 s for a version that identifies the CLI, and says in the log that it hangs', async () => {
    const machine = new FakeMachine({ '/bin/claude': CLAUDE });
    machine.hangs = true;
    const detector = new CliDetector(machine.deps);
    const detected = detector.detect(configOf('claude'), ENV, 'start');
    await waitFor(() => machine.asked.length === 1, {
      limitMs: 5_000,
      what: 'the query of the version',
    });
    machine.clock.advance(START_VERSION_MS);
    assert.equal((await detected).kind, 'program');
    assert.match(machine.warnings.join(), /^\/bin\/claude --version has not answered in 3 s/);
  });

  it('lets no start wait for a version that identifies nothing', async () => {
    const machine = new FakeMachine({ '/bin/jules': '' });
    machine.hangs = true;
    const config = configOf('jules');
    assert.equal(config.provider.versionProbe.own, undefined);
    assert.equal(
      (await new CliDetector(machine.deps).detect(config, ENV, 'start')).kind,
      'program',
    );
    assert.deepEqual(machine.asked, []);
  });
});
