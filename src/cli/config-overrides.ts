import type { Configuration } from '../adapter/adapter.js';
import type { ConfigSpec } from '../spec/config.js';
import { settingFault } from '../spec/setting-values.js';
import { UsageError } from './exit-codes.js';

/** Reads the values of `--config NAME=INTEGER`. Throws UsageError. */
export function readOverrides(given: readonly string[], config: ConfigSpec): Configuration {
  const overrides: Record<string, number> = {};
  for (const text of given) {
    const fault = (sentence: string) => new UsageError(`--config ${text}: ${sentence}`);
    const match = /^([^=]*)=(-?\d+)$/.exec(text);
    if (match === null) throw fault('write NAME=INTEGER');
    const [, name = '', value = ''] = match;
    const wrong = settingFault(name, Number(value), config);
    if (wrong !== null) throw fault(wrong);
    if (overrides[name] !== undefined) throw fault(`'${name}' is given twice`);
    overrides[name] = Number(value);
  }
  return overrides;
}
