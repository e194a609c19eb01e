import assert from 'node:assert/strict';
import { isProviderId } from '../../../../src/providers/model/providerDefinition';

describe('isProviderId', () => {
  for (const id of ['a', 'my-agent', 'oh-my-pi', 'agent2', 'mainly', 'shell-gpt']) {
    it(`accepts ${id}`, () => assert.ok(isProviderId(id)));
  }
  for (const id of ['', 'A', 'a_b', 'a--b', '-a', 'a-', 'main', 'my-chat', 'a-main-b', 'shell']) {
    it(`refuses '${id}'`, () => assert.ok(!isProviderId(id)));
  }
});
