import { describe, test } from 'vitest';
import { formAGroupOfThree } from '../fakes/group-of-three.js';
import { CLIENT_PROGRAMS, startProgram } from './clients/programs.js';
import { sayWhatIsMissing } from './installed.js';

describe.each(CLIENT_PROGRAMS)('Three consumers of $name', async (client) => {
  const missing = await client.missingTools();
  sayWhatIsMissing(client.name, missing);

  test.runIf(missing.length === 0)('share a topic, and go on when one leaves', async () => {
    await formAGroupOfThree(startProgram(await client.prepare()));
  });
});
