import { useSessionHost } from '../../support/host/useSessionHost';
import assert from 'node:assert/strict';
import { waitFor } from '../../support/waitFor';

/** Asks for the background, and prints the answer. */
const ASK = `stty -icanon -echo; printf '\\033]11;?\\007'; head -c 25 | cat -v; read line`;

const LIMITS = {
  maxSessions: 10,
  exitedRetentionMs: 1000,
  keepScreensOnDisk: false,
  screenWorker: 'auto',
} as const;

describe('the look of terminals in a session host', function () {
  this.timeout(60_000);
  const host = useSessionHost();

  it('is that of the window that sent it last, also for a client without one', async () => {
    const conversation = await host.enter(await host.ensure());
    const look = { unicodeVersion: '11', theme: 'light', background: [250, 251, 252] } as const;
    conversation.note({ note: 'limits', limits: { ...LIMITS, look } });
    conversation.note({ note: 'limits', limits: LIMITS });
    await conversation.sh('shell-main-a', ASK);
    await waitFor(
      async () => (await conversation.text('shell-main-a')).includes('rgb:fafa/fbfb/fcfc'),
      { limitMs: 15_000, what: 'the answer to the query' },
    );
    assert.ok(!conversation.closed);
  });
});
