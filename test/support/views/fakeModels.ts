import type { CommandServices } from '../../../src/commands/commandServices';
import type { ModelChanged } from '../../../src/driver/models/modelChanger';
import type { ModelList } from '../../../src/driver/models/models';

/** The models of agents, for commands. */
export class FakeModels {
  list: ModelList = { kind: 'known', models: [] };
  /** Why the model of a session cannot be changed, by its id. */
  readonly obstacles = new Map<string, string>();
  changed: ModelChanged = 'changed';
  /** Whether the agent asks before it changes its model. */
  asks = false;

  /** Services that add their calls to the events of a test. */
  createDeps(note: (event: string) => void): Pick<CommandServices, 'modelChanger' | 'models'> {
    return {
      modelChanger: {
        findObstacle: ({ id }) => this.obstacles.get(id),
        change: (id, model, onAsks) => {
          note(`model ${id} ${model}`);
          if (this.asks) {
            onAsks?.();
          }
          return Promise.resolve(this.changed);
        },
      },
      models: {
        list: (_providerId, { refresh } = {}) => {
          note(`list models${refresh === 'refresh' ? ' again' : ''}`);
          return Promise.resolve(this.list);
        },
      },
    };
  }
}
