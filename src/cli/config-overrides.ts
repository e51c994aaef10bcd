import { closest } from 'fastest-levenshtein';
import type { Configuration } from '../adapter/adapter.js';
import type { ConfigSpec, NumericSetting } from '../spec/config.js';
import { UsageError } from './exit-codes.js';

/** Reads the values of `--config NAME=INTEGER`. Throws UsageError. */
export function readOverrides(given: readonly string[], config: ConfigSpec): Configuration {
  const overrides: Record<string, number> = {};
  for (const text of given) {
    const fault = (sentence: string) => new UsageError(`--config ${text}: ${sentence}`);
    const match = /^([^=]*)=(-?\d+)$/.exec(text);
    if (match === null) throw fault('write NAME=INTEGER');
    const [, name = '', value = ''] = match;
    const settable = settableNames(config);
    const setting = config.byName.get(name);
    if (setting === undefined) {
      throw fault(
        `unknown setting '${name}'; did you mean ${closest(name, settable)}? Known: ${settable.join(', ')}`,
      );
    }
    if (!isSettable(setting)) throw fault(`'${name}' cannot be set; known: ${settable.join(', ')}`);
    const { min, max } = setting.range;
    const number = Number(value);
    if (number < min || number > max) throw fault(`Kafka takes ${min} to ${max}`);
    if (overrides[name] !== undefined) throw fault(`'${name}' is given twice`);
    overrides[name] = number;
  }
  return overrides;
}

function settableNames(config: ConfigSpec): string[] {
  return config.settings.filter(isSettable).map(({ name }) => name);
}

function isSettable(setting: ConfigSpec['settings'][number]): setting is NumericSetting {
  return setting.unit !== 'choice' && !setting.fixed;
}
