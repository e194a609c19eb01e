import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../../src/base/clock';
import { Leases, type LeasesDeps } from '../../../src/ownership/leases';
import type { WindowFile } from '../../../src/ownership/windowFile';

/** Windows that share a directory, which does not exist yet; they are closed after each test. */
export function useLeases(): LeasesFixture {
  const fixture = new LeasesFixture();
  beforeEach(() => fixture.setUp());
  afterEach(() => fixture.tearDown());
  return fixture;
}

/** The file that a running window of this process has written, except for `change`. */
export function windowFile(change: Partial<WindowFile>): WindowFile {
  return {
    ...{ pid: process.pid, hostname: 'here' },
    ...{ leases: [], requests: [], answers: {} },
    ...change,
  };
}

class LeasesFixture {
  private readonly opened: Leases[] = [];
  /** Errors that were handled; a test removes those that it expects. */
  readonly errors: unknown[] = [];
  directory = '';

  async setUp(): Promise<void> {
    this.directory = join(await mkdtemp(join(tmpdir(), 'agent-terminals-leases-')), 'leases');
  }

  async tearDown(): Promise<void> {
    this.opened.splice(0).forEach((leases) => leases.dispose());
    await rm(join(this.directory, '..'), { recursive: true, force: true });
    assert.deepEqual(this.errors.splice(0), []);
  }

  /** Another window. */
  readonly open = (clock: Clock = systemClock, changed: Partial<LeasesDeps> = {}): Leases => {
    const leases = new Leases({
      directory: this.directory,
      clock,
      self: { pid: process.pid, hostname: 'here' },
      handleError: (error) => this.errors.push(error),
      ...changed,
    });
    this.opened.push(leases);
    return leases;
  };
}
