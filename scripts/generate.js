// @ts-check
// Writes the files that are made out of data. Needs a build: npm run generate.
import { GENERATORS, generate } from '../dist/src/gate/generators.js';

for (const generator of GENERATORS) {
  const changed = generate(generator);
  const said = changed.length === 0 ? 'up to date' : `wrote ${changed.join(', ')}`;
  process.stdout.write(`${generator.what}: ${said}\n`);
}
