import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setUpDemonstration } from '../../../scripts/lib/demonstration/demonstration.mjs';
import { Owned } from '../../../scripts/lib/owned.mjs';
import { makeSampleWorkspace } from '../../../scripts/lib/vscode/sampleWorkspace.mjs';
import type { AgentSettings } from '../../../src/agents/start/agentSettings';
import { approveShown, untilRequestShown } from '../../support/agents/approveShown';
import type { DrivenCli } from '../../support/agents/drivenCli';
import { useDrivenAgent } from '../../support/agents/useDrivenAgent';

const LOOP = "  return list.map(greet).join(' ');";
const REVIEW = [
  'Please address these review comments on the changes in this working tree.',
  '1. README.md, line 1\n> # Sample\n  Name the sample.',
  `2. greet.js, line 6\n> ${LOOP}\n  What if the list is empty?`,
].join('\n\n');

/** The agent of `npm start`, in the sample. */
class Demonstration implements DrivenCli {
  readonly providerId = 'claude';
  readonly habits = {
    endedBy: 'program',
    needsPermission: true,
    marksTools: true,
    keepsRefused: false,
    growsBy: 'line',
  } as const;
  private readonly owned = new Owned();

  async setUp(fixture: Parameters<DrivenCli['setUp']>[0]): Promise<void> {
    const { folder, home } = fixture;
    await makeSampleWorkspace(folder);
    const directory = join(home, 'profile');
    const { env, settings } = await setUpDemonstration(this.owned, { directory, folder });
    Object.assign(fixture.env, env);
    const providers = settings['agentTerminals.providers'];
    fixture.set({ providers: providers as AgentSettings['providers'] });
  }

  finishAnswers(): void {}

  tearDown(): Promise<void> {
    return this.owned.end();
  }
}

describe('the demonstration', function () {
  this.timeout(180_000);
  const agent = useDrivenAgent(new Demonstration());
  const file = (): string => join(agent.fixture.folder, 'greet.js');
  const text = (): string => readFileSync(file(), 'utf8');
  const send = (prompt: string) => agent.core.delivery.send(agent.id, prompt);
  const approve = () => {
    const { answers, status } = agent.core;
    return approveShown({ answers, status }, agent.id);
  };

  it('asks to change the file, leaves it after a denial, and asks again', async () => {
    await send('Greet several people.');
    const request = await untilRequestShown(agent.core.status, agent.id);
    assert.match(request, /greet\.js/);
    const before = text();
    await agent.core.answers.deny(agent.id);
    await agent.becomes('idle');
    assert.equal(text(), before);
    await send('Do it.');
    await approve();
    await agent.shows(/It does not check for an empty list/);
    assert.equal(text(), `${before}\nexport function greetAll(list) {\n${LOOP}\n}\n`);
  });

  it('answers review comments in the file as a person has changed it before and while it asks', async () => {
    writeFileSync(file(), `// Mine.\n${text()}`);
    await send(REVIEW);
    await untilRequestShown(agent.core.status, agent.id);
    writeFileSync(file(), text().replace('Hello', 'Hi'));
    await approve();
    await agent.shows(/has changed meanwhile/);
    await approve();
    await agent.shows(/README\.md, line 1: I change only greet\.js[^]*greet\.js, line 6: done/);
    const lines = text().split('\n');
    assert.equal(lines[0], '// Mine.');
    assert.equal(lines[2], '  return `Hi, ${name}!`;');
    assert.deepEqual(lines.slice(5), [
      'export function greetAll(list) {',
      '  // Review: What if the list is empty?',
      '  if (list.length === 0) {',
      "    return 'Hello!';",
      '  }',
      LOOP,
      '}',
      '',
    ]);
  });

  it('answers other prompts with a sentence', async () => {
    await send('Thank you.');
    await agent.shows(/You wrote: Thank you\./);
  });
});
