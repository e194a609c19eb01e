import type { ProviderInfo } from '../../client/providerInfo';
import { EXIT, type ExitCode } from '../exitCode';
import { formatTable } from '../formatTable';
import { print } from '../output';
import type { Verb, VerbContext } from '../verb';

export const PROVIDERS: Verb = {
  name: 'providers',
  usage: '[PROVIDER]',
  summary: 'list the kinds of agents, or the models of one',
  options: {},
  argumentCount: [0, 1],
  async run(context, { positionals: [provider] }) {
    if (provider !== undefined) {
      return printModels(context, provider);
    }
    const { providers } = await context.terminals.providers();
    print(context, { providers }, formatTable(providers.map(toRow)));
    return EXIT.done;
  },
};

function toRow(provider: ProviderInfo): readonly string[] {
  const { id, installed, version, path, installCommand, verified } = provider;
  const state = installed ? (version ?? 'installed') : 'not installed';
  return [id, state, verified ? '' : 'flags not verified', path ?? installCommand ?? ''];
}

async function printModels(context: VerbContext, provider: string): Promise<ExitCode> {
  const list = await context.terminals.models(provider);
  print(context, list, list.models.map(({ id }) => id).join('\n'));
  if (list.reason !== null) {
    context.io.stderr.write(`${list.reason}\n`);
  }
  return list.reason === null ? EXIT.done : EXIT.failed;
}
