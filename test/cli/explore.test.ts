import { describe, expect, it } from 'vitest';
import { encodeToken } from '../../src/explore/token.js';
import { heartbeat, join, sequence, toDeadline } from '../explore/exploring.js';
import { call } from './command-line.js';

const token = encodeToken(
  sequence(join('A', ''), join('A', { idOf: 'A' }), toDeadline, heartbeat('A', -1)),
);

describe('groupspec explore', () => {
  it('ends with 0 where nothing diverges, and says what it reached', async () => {
    const { code, stdout, stderr } = await call('explore', '--runs', '60', '--steps', '30');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^rules +\d+ reached, \d+ missed: [A-Z]+-\d+/);
    expect(stdout).toMatch(/\nstates × requests +\d+ reached/);
    expect(stdout).toMatch(
      /\n✔ no divergence of reference: 1800 steps in 60 runs, \d+ steps a second, seed 1\n$/,
    );
  });

  it('prints the same bytes for machines from the same seed', async () => {
    const print = () => call('explore', '--runs', '20', '--seed', '9', '--reporter', 'json');
    const { code, stdout } = await print();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ seed: 9, runs: 20, steps: 1000, failures: [] });
    expect((await print()).stdout).toBe(stdout);
  });

  it('plays several seeds one after the other, each as if it were alone', async () => {
    const print = async (...options: readonly string[]) => {
      const { stdout } = await call('explore', '--runs', '5', '--reporter', 'json', ...options);
      return stdout;
    };
    const alone = [await print('--seed', '8'), await print('--seed', '9')];
    expect(await print('--seed', '8', '--seeds', '2')).toBe(alone.join(''));
  });

  it('ends with 3 where the reports of several seeds would go to one file', async () => {
    expect(await call('explore', '--seeds', '2', '--reporter', 'json=report.json')).toMatchObject({
      code: 3,
      stderr: 'groupspec: --seeds makes several reports, and --reporter names one file for them\n',
    });
  });

  it('plays what a token stands for, and nothing else', async () => {
    expect(await call('explore', '--replay', token)).toEqual({
      code: 0,
      stdout: 'no divergence of reference in 4 steps\n',
      stderr: '',
    });
  });

  it('ends with 1 where the implementation differs, with a token that shows it again', async () => {
    const { code, stdout } = await call('explore', '--mutant', 'identity_outranks_room', '--exact');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^DIVERGES .* \[.*\b(MAX-01|JOIN-00)\b/);
    const [, words = ''] = /\n {2}again: {2}groupspec (.*)\n/.exec(stdout) ?? [];
    const again = await call(...words.split(' '));
    expect(again.code).toBe(1);
    expect(again.stdout).toContain(words);
    const [, word = ''] = /--replay (gs1\.\S+)/.exec(words) ?? [];
    expect((await call('explore', '--replay', word)).code).toBe(0);
  });

  it('ends with 2 where the reference breaks an invariant of its own, in a replay too', async () => {
    const mutant = ['--mutant', 'failed_cleanup_loses_the_groups', '--exact'] as const;
    const { code, stdout } = await call('explore', ...mutant);
    expect(code).toBe(2);
    expect(stdout).toMatch(/\n! the reference itself is at fault, please report it: /);
    const [, word = ''] = /--replay (gs1\.\S+)/.exec(stdout) ?? [];
    expect((await call('explore', ...mutant, '--replay', word)).code).toBe(2);
  });

  it('ends with 3 for a damaged token, before anything is started', async () => {
    const { code, stderr } = await call('explore', '--replay', token.slice(0, -2));
    expect(code).toBe(3);
    expect(stderr).toContain('the token is damaged: its checksum does not fit; copy it whole');
  });

  it('ends with 3 and the nearest name for a mutant that there is not', async () => {
    expect(await call('explore', '--mutant', 'identity_outranks_rooms')).toMatchObject({
      code: 3,
      stderr:
        "groupspec: no mutant is called 'identity_outranks_rooms'; did you mean identity_outranks_room?\n",
    });
  });

  it('ends with 2 where nobody answers', async () => {
    const { code, stderr } = await call('explore', '--adapter', 'tcp:127.0.0.1:1');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^groupspec: .*127\.0\.0\.1:1/);
  });
});
