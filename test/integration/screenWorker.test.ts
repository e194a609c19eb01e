import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { assertUnnoticed } from '../support/pty/replacedWorkers';
import { stressSize } from '../support/stress';
import { EXTENSION_ID } from './support/extensionApi';

const TIMES = stressSize({ short: 8, long: 100 });

/** Output of full-screen and of other programs, with queries. */
const STREAMS = [
  ...['text \x1b[31mred\x1b[m\r\n\x1b[6n', '\x1b[?1049h\x1b[2J\x1b[5;9Hbox\x1b[5n\x1b[?1049l'],
  ...[
    '\x1b[2;9r\x1b[3;1Hregion\r\n\n\x1b[c\x1b[r',
    'e\u0301\u0301 \u{1f600} wide\x1b[9;3H\x1b7\x1b[6n',
  ],
].map((part) => Buffer.from(part.repeat(2000)));

describe('a worker that fails in the extension host', function () {
  this.timeout(60_000 + TIMES * 3000);

  it(`is not noticed by sessions, ${TIMES} times`, async () => {
    const extension = vscode.extensions.getExtension(EXTENSION_ID);
    assert.ok(extension);
    const program = join(extension.extensionPath, 'dist', 'screenWorker.js');
    await assertUnnoticed({ program, backendKind: 'window', streams: STREAMS, times: TIMES });
  });
});
