// @ts-check
import { ModelStandIn } from './modelStandIn.mjs';
import { sendJson } from './standInServer.mjs';

/**
 * What methods return, by name; others an empty object. Amp expects lists, and else ends with an error
 * now and then.
 * @type {ReadonlyMap<string | undefined, object | null>}
 */
const RESULTS = new Map(
  Object.entries({
    getUserInfo: { id: 'user_stand-in', email: 'stand-in@example.com', features: [] },
    listAgentModes: [],
    loadPlugins: [],
    splashDispatch: null,
  }),
);

/**
 * A local stand-in for the server of Amp, up to its composer: a user without any data. Threads are
 * objects of its server, so there are none, and it answers no prompts.
 */
export class AmpStandIn extends ModelStandIn {
  constructor() {
    super(({ path, body }, response) => {
      if (path !== '/api/internal') {
        sendJson(response, 404, { error: `The stand-in has no ${path}.` });
        return;
      }
      const { method } = /** @type {{method?: string}} */ (body);
      const result = RESULTS.get(method);
      sendJson(response, 200, { ok: true, result: result === undefined ? {} : result });
    });
  }
}
