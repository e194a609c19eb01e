import { recordedStreams } from '../../../support/pty/screens';
import { assertUnnoticed } from '../../../support/pty/replacedWorkers';
import { useScreenWorkers } from '../../../support/pty/useScreenWorkers';
import { BACKENDS } from '../../../support/pty/useSessionManager';

describe('a worker that fails', function () {
  this.timeout(120_000);
  const workers = useScreenWorkers();

  for (const backendKind of BACKENDS) {
    it(`is not noticed by sessions in the ${backendKind}, a hundred times`, async () => {
      const streams = recordedStreams().map(({ bytes }) => bytes);
      await assertUnnoticed({ program: workers.program, backendKind, streams, times: 100 });
    });
  }
});
