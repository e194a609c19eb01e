import assert from 'node:assert/strict';
import { planMcpArgs } from '../../../../src/providers/launch/mcpLaunch';
import type { McpSupport } from '../../../../src/providers/model/mcpSupport';

const ENV = { AGENT_TERMINALS_URL: 'http://127.0.0.1:7', AGENT_TERMINALS_TOKEN: 'the-token' };
const ARGS = ['--model', 'x', '--', 'Say hello'];
const LINE =
  'mcp_servers.agent-terminals={url="http://127.0.0.1:7/mcp",bearer_token_env_var="AGENT_TERMINALS_TOKEN",tool_timeout_sec=3600}';
const JSON_CONFIG =
  '{"mcpServers":{"agent-terminals":{"type":"http","url":"${AGENT_TERMINALS_URL}/mcp","headers":{"Authorization":"Bearer ${AGENT_TERMINALS_TOKEN}"}}}}';

describe('planMcpArgs', () => {
  const supports: readonly (readonly [McpSupport, readonly string[]])[] = [
    [{ kind: 'none' }, []],
    [{ kind: 'configJson', flag: '--servers' }, [`--servers=${JSON_CONFIG}`]],
    [{ kind: 'configLine', flag: '-c' }, ['-c', LINE]],
  ];
  for (const [support, added] of supports) {
    it(`puts its arguments before the prompt, without the token: ${support.kind}`, () => {
      const args = planMcpArgs(support, { args: ARGS, trailing: 2, env: ENV });
      assert.deepEqual(args, ['--model', 'x', ...added, '--', 'Say hello']);
      assert.ok(!args.join().includes('the-token'));
    });

    it(`adds nothing if the session may not drive: ${support.kind}`, () => {
      const { AGENT_TERMINALS_URL } = ENV;
      for (const env of [{}, { AGENT_TERMINALS_URL }]) {
        assert.deepEqual(planMcpArgs(support, { args: ARGS, trailing: 2, env }), ARGS);
      }
    });
  }
});
