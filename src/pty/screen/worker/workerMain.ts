import { parentPort } from 'node:worker_threads';
import { createEngine } from '../createEngine';
import { EngineServer } from './engineServer';
import type { WorkerReply, WorkerRequest } from './workerMessages';

const port = parentPort;
if (port) {
  const server = new EngineServer(createEngine, (reply, transfer) =>
    port.postMessage(reply, transfer),
  );
  port.on('message', (request: WorkerRequest) => server.handle(request));
  port.on('messageerror', (error) => {
    // Its call would never be answered. An uncaught error ends the worker, and it is replaced.
    throw error;
  });
  port.postMessage({ kind: 'ready' } satisfies WorkerReply);
}
