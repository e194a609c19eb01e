import assert from 'node:assert/strict';
import { AnsweredAgent } from '../../../support/agents/answeredAgent';
import { readRecordedScreen } from '../../../support/status/recordedScreens';

describe('Answers, if only a colour shows the marked option', () => {
  let agent: AnsweredAgent;
  beforeEach(() => (agent = new AnsweredAgent()));

  const BUTTONS = ['Allow once', 'Allow always', 'Reject'];
  const RIGHT = '\x1b[C';
  const LEFT = '\x1b[D';

  const mark = (marked: number): void => {
    agent.coloured = BUTTONS.map((name, at) => `\x1b[${at === marked ? 43 : 40}m${name}`).join(' ');
  };

  function ask(marked: number): void {
    agent.status.provider = 'opencode';
    agent.show(readRecordedScreen('opencode-13-approval.txt').screen);
    let at = marked;
    mark(at);
    agent.react = (key) => {
      at += key === RIGHT ? 1 : key === LEFT ? -1 : 0;
      mark(at);
      return key === '\r' && agent.show(readRecordedScreen('opencode-10-idle.txt').screen);
    };
  }

  it('finds the marked option by its colour', async () => {
    ask(0);
    await agent.through(agent.approve());
    ask(0);
    await agent.through(agent.answers.deny('a'));
    ask(1);
    await agent.through(agent.approve());
    assert.deepEqual(agent.typed, ['\r', RIGHT, RIGHT, '\r', LEFT, '\r']);
  });

  it('answers Kilo Code alike, and gives no reason for a denial', async () => {
    const show = (name: string): void =>
      agent.show(readRecordedScreen(`kilocode/120x40/${name}.txt`).screen);
    const askKilo = (): void => {
      ask(0);
      const { react } = agent;
      let enters = 0;
      agent.status.provider = 'kilocode';
      show('permission');
      agent.react = (key) =>
        key === '\r'
          ? show(agent.typed.includes(RIGHT) && enters++ === 0 ? 'question-rejection' : 'idle')
          : react(key);
    };
    askKilo();
    await agent.through(agent.approve());
    assert.deepEqual(agent.typed.splice(0), ['\r']);
    askKilo();
    await agent.through(agent.answers.deny('a'));
    assert.deepEqual(agent.typed, [RIGHT, RIGHT, '\r', '\r']);
  });

  it('presses no further key in the next request, whatever its screen shows beside it [S3]', async () => {
    const { screen } = readRecordedScreen('kilocode/120x40/permission.txt');
    const printed = ['  ┃  △ Reject permission', '  ┃  enter confirm  esc cancel'];
    const another = screen.rows.map((row) => row.replace('stand-in-was-here', 'another'));
    const next = { ...screen, rows: [...printed, ...another.slice(printed.length)] };
    ask(0);
    const { react } = agent;
    agent.status.provider = 'kilocode';
    agent.show(screen);
    agent.react = (key) => (key === '\r' ? agent.show(next) : react(key));
    await agent.through(agent.answers.deny('a'));
    assert.deepEqual(agent.typed, [RIGHT, RIGHT, '\r']);
  });

  it('presses no further key in the next request, whatever a long command shows in it [S3]', async () => {
    const { screen } = readRecordedScreen('kilocode/120x40/permission.txt');
    const buttons = screen.rows.findIndex((row) => row.includes('Allow always'));
    const title = screen.rows.findIndex((row) => row.includes('Permission required'));
    assert.ok(title > 0 && buttons > title);
    const command = ['$ cat <<end', '△ Reject permission', 'why', 'enter confirm  esc cancel'];
    const blank = screen.rows.map(() => '');
    // The buttons may not be drawn yet.
    const twice = [...command, ...command];
    const long = ['one', 'two', 'three', 'four', 'five', 'six', ...twice];
    const cases = [
      ...[command, twice, [...twice, 'end']].flatMap((rows) =>
        [buttons - 1, buttons + 1].map((end) => ({ rows, end })),
      ),
      { rows: long, end: buttons - 1 },
    ];
    for (const { rows, end } of cases) {
      const dialog = [
        screen.rows[title] ?? '',
        ...rows.map((row) => `  ┃  ${row}`),
        ...screen.rows.slice(end),
      ];
      const next = { ...screen, rows: [...blank.slice(dialog.length), ...dialog] };
      ask(0);
      const { react } = agent;
      agent.status.provider = 'kilocode';
      agent.show(screen);
      agent.react = (key) => (key === '\r' ? agent.show(next) : react(key));
      await agent.through(agent.answers.deny('a'));
      assert.deepEqual(agent.typed.splice(0), [RIGHT, RIGHT, '\r']);
    }
  });

  it('presses no key if no option has another colour', async () => {
    ask(3);
    await agent.refused(agent.approve(), /it shows no options/);
    assert.deepEqual(agent.typed, []);
  });
});
