import assert from 'node:assert/strict';
import { UNACCEPTED_INPUT_BYTES } from '../../../../src/host/client/limits';
import { Outbox } from '../../../../src/host/client/outbox';

describe('Outbox', () => {
  let sent: string[];
  let warnings: string[];
  let outbox: Outbox;
  const type = (text: string) =>
    outbox.type(text.length, (seq) => void sent.push(`${seq} ${text}`));
  const post = (text: string) => outbox.post(() => void sent.push(text));

  beforeEach(() => {
    sent = [];
    warnings = [];
    outbox = new Outbox({ warn: (message) => void warnings.push(message) });
  });

  it('sends at once what is done while there is a connection, each keystroke with its number', () => {
    outbox.open(0);
    type('a');
    post('resize');
    type('b');
    assert.deepEqual(sent, ['1 a', 'resize', '2 b']);
  });

  it('keeps what is done without a connection, in its order', () => {
    type('a');
    post('resize');
    type('b');
    assert.deepEqual(sent, []);
    outbox.open(0);
    assert.deepEqual(sent, ['1 a', 'resize', '2 b']);
  });

  it('sends over another connection what was not taken, and no note twice', () => {
    outbox.open(0);
    ['a', 'b', 'c'].forEach(type);
    post('resize');
    outbox.handleAccepted(1);
    outbox.close();
    sent.length = 0;
    type('d');
    outbox.open(2);
    assert.deepEqual(sent, ['3 c', '4 d']);
    sent.length = 0;
    outbox.close();
    outbox.open(4);
    assert.deepEqual(sent, []);
  });

  it('refuses whole what goes over its limit, says so once, and takes more when there is room', () => {
    const most = 'x'.repeat(UNACCEPTED_INPUT_BYTES);
    type(most);
    ['y', 'z'].forEach(type);
    assert.equal(warnings.length, 1);
    outbox.open(1);
    assert.deepEqual(sent, []);
    type('a');
    assert.deepEqual(sent, ['2 a']);
  });

  it('gives no number twice, for a host that was taken for dead may be found again', () => {
    outbox.open(0);
    type('a');
    outbox.clear();
    type('b');
    outbox.open(1);
    assert.deepEqual(sent, ['1 a', '2 b']);
  });

  it('says when all was taken', async () => {
    await outbox.emptied();
    outbox.open(0);
    type('a');
    let isEmpty = false;
    const emptied = outbox.emptied().then(() => (isEmpty = true));
    await Promise.resolve();
    assert.equal(isEmpty, false);
    outbox.handleAccepted(1);
    await emptied;
  });
});
