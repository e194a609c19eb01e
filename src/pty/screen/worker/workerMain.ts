import { parentPort, workerData } from 'node:worker_threads';
import { ENGINES } from '../createEngine';
import { EngineServer } from './engineServer';
import type { WorkerData, WorkerReply, WorkerRequest } from './workerMessages';

const port = parentPort;
if (port) {
  const { announced, engine: name } = workerData as WorkerData;
  const server = new EngineServer(
    ENGINES[name],
    (reply, transfer) => port.postMessage(reply, transfer),
    (engine) => void Atomics.store(announced, 0, engine),
  );
  port.on('message', (request: WorkerRequest) => server.handle(request));
  port.on('messageerror', (error) => {
    // Its call would never be answered. An uncaught error ends the worker, and it is replaced.
    throw error;
  });
  port.postMessage({ kind: 'ready' } satisfies WorkerReply);
}
