import { closest } from 'fastest-levenshtein';
import type { ConfigSpec, NumericSetting } from './config.js';

/** What is wrong with giving a broker setting this value, as a sentence; null when nothing is. */
export function settingFault(name: string, value: number, config: ConfigSpec): string | null {
  const settable = config.settings.filter(isSettable).map((setting) => setting.name);
  const setting = config.byName.get(name);
  if (setting === undefined) {
    return `unknown setting '${name}'; did you mean ${closest(name, settable)}? Known: ${settable.join(', ')}`;
  }
  if (!isSettable(setting)) return `'${name}' cannot be set; known: ${settable.join(', ')}`;
  const { min, max } = setting.range;
  return value < min || value > max ? `Kafka takes ${min} to ${max}` : null;
}

function isSettable(setting: ConfigSpec['settings'][number]): setting is NumericSetting {
  return setting.unit !== 'choice' && !setting.fixed;
}
