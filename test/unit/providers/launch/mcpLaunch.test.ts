import assert from 'node:assert/strict';
import { planMcpArgs } from '../../../../src/providers/launch/mcpLaunch';
import type { McpSupport } from '../../../../src/providers/model/mcpSupport';

const ENV = { AGENT_TERMINALS_CLI: '/home/"a"/bin/cli', AGENT_TERMINALS_TOKEN: 'the-token' };
const ARGS = ['--model', 'x', '--', 'Say hello'];
const LINE =
  'mcp_servers.agent-terminals={command="/home/\\"a\\"/bin/cli",args=["mcp"],env_vars=["AGENT_TERMINALS_FOLDER","AGENT_TERMINALS_HOME","AGENT_TERMINALS_PTY_ID","AGENT_TERMINALS_SOCKET","AGENT_TERMINALS_TOKEN"],tool_timeout_sec=3600}';
const JSON_CONFIG =
  '{"mcpServers":{"agent-terminals":{"type":"stdio","command":"/home/\\"a\\"/bin/cli","args":["mcp"]}}}';

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
      const { AGENT_TERMINALS_CLI, AGENT_TERMINALS_TOKEN } = ENV;
      for (const env of [{}, { AGENT_TERMINALS_CLI }, { AGENT_TERMINALS_TOKEN }]) {
        assert.deepEqual(planMcpArgs(support, { args: ARGS, trailing: 2, env }), ARGS);
      }
    });
  }
});
