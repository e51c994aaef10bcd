import { describe, expect, it } from 'vitest';
import { CommandError, parseCommand } from '../../src/adapter/spawn/command.js';

describe('a command', () => {
  it.each([
    ['kafka-mock', ['kafka-mock']],
    ['  node\tserver.js  --port 0 ', ['node', 'server.js', '--port', '0']],
    [`'/opt/my broker/run' "a 'b'" 'c "d"'`, ['/opt/my broker/run', `a 'b'`, 'c "d"']],
    [`sh -c 'exec broker --level=$LEVEL | cat'`, ['sh', '-c', 'exec broker --level=$LEVEL | cat']],
    [`a "x\\"y\\\\z\\n" 'x\\y'`, ['a', 'x"y\\z\\n', 'x\\y']],
    ['a my\\ file \\$HOME', ['a', 'my file', '$HOME']],
    [`a --name='two words'"!"`, ['a', '--name=two words!']],
    [`a '' ""`, ['a', '', '']],
  ])('%s is split as a shell would', (text, [program, ...args]) => {
    expect(parseCommand(text)).toEqual({ text, program, args });
  });

  it.each([
    ['', 'the command that starts the implementation is missing'],
    ['   ', 'the command that starts the implementation is missing'],
    [`''`, 'the command that starts the implementation is missing'],
    [`a 'b`, `'a 'b' lacks the second '`],
    ['a "b\\"', `'a "b\\"' lacks the second "`],
    ['a \\', `'a \\' ends with a lone backslash`],
    [
      'a | b',
      `'|' in 'a | b' would need a shell, and there is none: quote it, or write sh -c '...'`,
    ],
    [
      'a $HOME',
      `'$' in 'a $HOME' would need a shell, and there is none: quote it, or write sh -c '...'`,
    ],
  ])('%j is refused', (text, message) => {
    expect(() => parseCommand(text)).toThrow(new CommandError(message));
  });
});
