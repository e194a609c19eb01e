import { UNKNOWN_ENGINE, type EngineFacts } from '../../model/engineFacts';

/** From the code of 0.36.0: the list needs an account. */
export const auggieEngine: EngineFacts = {
  ...UNKNOWN_ENGINE,
  models: {
    kind: 'json',
    args: ['model', 'list', '--json'],
    list: 'models',
    where: {},
    id: 'id',
    name: 'displayName',
  },
};
