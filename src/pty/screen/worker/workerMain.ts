import { parentPort } from 'node:worker_threads';
import { systemClock } from '../../../base/clock';
import type { ScreenReply, ScreenRequest } from './screenMessages';
import { ScreenServer } from './screenServer';

const port = parentPort;
if (port) {
  const send = (reply: ScreenReply): void => port.postMessage(reply);
  const server = new ScreenServer(systemClock, send);
  port.on('message', (request: ScreenRequest) => server.handle(request));
  port.on('messageerror', (error) => {
    // Its output would be missing. An uncaught error ends the worker, and it is replaced.
    throw error;
  });
  send({ kind: 'ready' });
}
