import assert from 'node:assert/strict';
import { PromptReadiness, READY_TIMEOUT_MS } from '../../../../src/agents/prompts/promptReadiness';
import { Emitter } from '../../../../src/base/event';
import type { SessionEvent } from '../../../../src/pty/sessionService';
import { ManualClock } from '../../../support/manualClock';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { FakeAgentStatus } from '../../../support/status/fakeAgentStatus';

describe('PromptReadiness before the agent begins', () => {
  for (const prompt of ['first', 'later'] as const) {
    it(`never types a ${prompt} prompt into the shell that has not started the agent`, async () => {
      const pendingStart = { reason: 'has not begun', isStuck: true };
      const session = sessionInfo({ id: 'a', state: 'idle', hasOutput: true, pendingStart });
      const changes = new Emitter<SessionEvent>();
      const sessions = { get: () => session, onDidChange: changes.event };
      const clock = new ManualClock();
      const readiness = new PromptReadiness(sessions, new FakeAgentStatus(), clock);
      const waiting = readiness.until('a', prompt);
      clock.advance(READY_TIMEOUT_MS);
      assert.equal(await waiting, 'timeout');
      readiness.dispose();
    });
  }
});
