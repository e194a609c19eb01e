import assert from 'node:assert/strict';
import { listWork } from '../../../../src/agents/orphans/sessionWork';
import type { ProcessEntry } from '../../../../src/pty/process/processTree';

const ID = 'ada-main-t1';
const SHELL_PID = 100_000_000;
const AGENT_PID = SHELL_PID + 1;

/** Ticks of a hundredth of a second. */
function entry(change: Partial<ProcessEntry>): ProcessEntry {
  const pid = change.pid ?? 0;
  return {
    ...{ pid, ppid: 1, pgid: pid, sid: SHELL_PID, startTime: '1000', command: 'node' },
    environment: undefined,
    ...change,
  };
}

/** A login shell that took 5 s until it started the agent. */
const SHELL = entry({ pid: SHELL_PID, command: 'bash' });
const AGENT = entry({ pid: AGENT_PID, ppid: SHELL_PID, startTime: '1500', command: 'claude' });

function child(pid: number, change: Partial<ProcessEntry> = {}): ProcessEntry {
  const of = { pid: SHELL_PID + pid, ppid: AGENT_PID, pgid: AGENT_PID, startTime: '9000' };
  return entry({ ...of, command: 'vite', ...change });
}

const work = (...others: readonly ProcessEntry[]): readonly string[] =>
  listWork([SHELL, AGENT, ...others], { id: ID, pid: SHELL_PID });

describe('listWork', () => {
  it('lists neither the wrapping shell nor the agent', () => {
    assert.deepEqual(work(), []);
    assert.deepEqual(listWork([AGENT], { id: ID, pid: AGENT_PID }), []);
  });

  it('lists what the agent started', () => {
    assert.deepEqual(work(child(2)), ['vite']);
  });

  it('lists the child of a child', () => {
    const inner = child(3, { ppid: SHELL_PID + 2, startTime: '9001', command: 'esbuild' });
    assert.deepEqual(work(child(2), inner), ['vite', 'esbuild']);
  });

  it('lists a process that has left the tree and carries the PTY id', () => {
    const environment = `A=1\0AGENT_TERMINALS_PTY_ID=${ID}\0`;
    const daemon = { ppid: 1, pgid: 7, sid: 7, environment, command: 'redis' };
    assert.deepEqual(work(child(2, daemon)), ['redis']);
  });

  it('lists no process of another session', () => {
    const environment = 'AGENT_TERMINALS_PTY_ID=ada-main-t2\0';
    assert.deepEqual(work(child(2, { ppid: 1, pgid: 7, sid: 7, environment })), []);
  });

  it('leaves out what the agent starts with itself, such as its real program behind a launcher', () => {
    const inner = child(2, { startTime: '1550', command: 'codex' });
    assert.deepEqual(work(inner), []);
    const slow = child(3, { ppid: inner.pid, startTime: '1740', command: 'mcp-server' });
    assert.deepEqual(work(inner, slow), []);
    assert.deepEqual(work(inner, { ...slow, startTime: '1751' }), ['mcp-server']);
  });

  it('leaves out what the startup files of the shell started', () => {
    const environment = `AGENT_TERMINALS_PTY_ID=${ID}\0`;
    const started = { ppid: 1, pgid: 7, sid: 7, environment, startTime: '1200' };
    assert.deepEqual(work(child(2, started)), []);
  });

  it('lists a process whose start is not known', () => {
    assert.deepEqual(work(child(2, { startTime: '' })), ['vite']);
  });

  it('reads the times and command lines of macOS', () => {
    const at = (seconds: string): string => `Sat Nov 21 22:45:${seconds} 2026`;
    const shell = { ...SHELL, startTime: at('10'), command: '/bin/zsh -lic agent' };
    const agent = { ...AGENT, startTime: at('14'), command: '/usr/bin/claude --resume' };
    const own = child(2, { startTime: at('15'), command: '/bin/codex' });
    const late = child(3, { startTime: at('30'), command: '/usr/bin/make test' });
    const all = [shell, agent, own, late];
    assert.deepEqual(listWork(all, { id: ID, pid: SHELL_PID }), ['make']);
  });
});
