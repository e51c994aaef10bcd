import { type Adapter, AdapterError, type Capability } from '../adapter/adapter.js';
import type { ImplementationFile } from './implementation-file.js';

/** The same adapter, as its implementation file describes what is behind it. */
export function describedBy(file: ImplementationFile, adapter: Adapter): Adapter {
  return {
    contractVersion: adapter.contractVersion,
    open: (options) => adapter.open(options),
    close: () => adapter.close(),
    async describe() {
      const implementation = await adapter.describe();
      const missing = file.has.filter((one) => !implementation.capabilities.has(one));
      if (missing.length > 0) throw new AdapterError(sentenceOn(file, missing));
      return {
        ...implementation,
        name: file.name,
        capabilities: new Set(
          [...implementation.capabilities].filter((one) => !file.lacks.includes(one)),
        ),
      };
    },
  };
}

function sentenceOn(file: ImplementationFile, missing: readonly Capability[]): string {
  return `${file.file} says that ${file.name} has ${missing.join(' and ')}, which the adapter does not offer here`;
}
