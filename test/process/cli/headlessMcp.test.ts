import assert from 'node:assert/strict';
import { useCore } from '../../support/agents/useCore';
import type { RunningProgram } from '../../support/api/useCommandLine';
import { useHeadlessCommandLine } from '../../support/api/useHeadlessCommandLine';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 30_000;

describe('mcp without a window', function () {
  this.timeout(90_000);
  const fixture = useCore();
  const cli = useHeadlessCommandLine(fixture);

  it('lists the tools and the sessions', async () => {
    await cli.extension.store();
    await fixture.closeWindow();
    const server = cli.start('mcp');
    const call = callerOf(server);
    const client = { protocolVersion: '2025-06-18', capabilities: {} };
    const clientInfo = { name: 'test', version: '1' };
    assert.match(await call(1, 'initialize', { ...client, clientInfo }), /"agent-terminals"/);
    assert.match(await call(2, 'tools/list', {}), /"list_agents"/);
    const listed = await call(3, 'tools/call', { name: 'list_agents', arguments: {} });
    assert.match(listed, /"structuredContent":{[^}]*"sessions":\[\]/);
    await server.finish();
  });
});

/** Sends requests to an MCP server, and returns its answers. */
function callerOf(server: RunningProgram) {
  return async (id: number, method: string, params: object): Promise<string> => {
    server.writeInput(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    let answer = '';
    await waitFor(
      () => {
        answer = server.stdout.split('\n').find((line) => line.includes(`"id":${id}`)) ?? '';
        return answer !== '';
      },
      { limitMs: LIMIT_MS, what: () => `an answer to ${method}, beside ${server.stderr}` },
    );
    return answer;
  };
}
