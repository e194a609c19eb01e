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

  it('sends input and notes at once with a connection, and numbers the input', () => {
    outbox.open(0);
    type('a');
    post('resize');
    type('b');
    assert.deepEqual(sent, ['1 a', 'resize', '2 b']);
  });

  it('keeps input and notes in order without a connection', () => {
    type('a');
    post('resize');
    type('b');
    assert.deepEqual(sent, []);
    outbox.open(0);
    assert.deepEqual(sent, ['1 a', 'resize', '2 b']);
  });

  it('resends unaccepted input on another connection, but no notes', () => {
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

  it('drops all of an input above its limit, warns once, and accepts input again when it has room', () => {
    const most = 'x'.repeat(UNACCEPTED_INPUT_BYTES);
    type(most);
    ['y', 'z'].forEach(type);
    assert.equal(warnings.length, 1);
    outbox.open(1);
    assert.deepEqual(sent, []);
    type('a');
    assert.deepEqual(sent, ['2 a']);
  });

  it('does not reuse numbers after clear(), since the host may be found again', () => {
    outbox.open(0);
    type('a');
    outbox.clear();
    type('b');
    outbox.open(1);
    assert.deepEqual(sent, ['1 a', '2 b']);
  });

  it('resolves emptied() once all input is accepted', async () => {
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
