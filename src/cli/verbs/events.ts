import { isRecord } from '../../base/isRecord';
import type { ApiEvent } from '../../client/apiEvent';
import { EXIT } from '../exitCode';
import { oneLine, print } from '../output';
import type { Verb } from '../verb';

export const EVENTS: Verb = {
  name: 'events',
  usage: '',
  summary: 'print the current sessions, then each event, one per line, until Ctrl-C',
  options: {},
  argumentCount: [0, 0],
  async run(context) {
    for await (const event of context.terminals.events()) {
      print(context, event, formatEvent(event));
    }
    // The window was closed, or ended the stream because it was read too slowly.
    context.io.stderr.write('The window ended the event stream.\n');
    return EXIT.failed;
  },
};

function formatEvent({ type, ...event }: ApiEvent): string {
  const id = event['sessionId'] ?? event['id'];
  const detail =
    event['data'] ?? event['exitCode'] ?? describe(event['activity']) ?? event['state'];
  return [type, id, detail].filter(isPrintable).map(String).map(oneLine).join('  ');
}

function describe(activity: unknown): unknown {
  return isRecord(activity) ? activity['kind'] : undefined;
}

function isPrintable(value: unknown): value is number | string {
  return typeof value === 'string' || typeof value === 'number';
}
