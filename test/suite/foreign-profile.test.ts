import { describe, expect, it } from 'vitest';
import { certify } from '../../src/certify.js';
import { loadKit } from '../../src/kit.js';
import type { Result } from '../../src/suite/verdict.js';
import { caseFiles } from '../fakes/case-files.js';
import { realTimeReference, type SimulatedTime } from '../fakes/simulated-time.js';
import { changesField, withFault } from '../fakes/wrong-adapters.js';

/** On the reference it holds up to its first step. */
const OF_AN_OLDER_PROFILE = `title: Whoever sends a heartbeat is welcome, as the reference would not have it
rules: [HB-00]
profiles: [kafka-3.9]
steps:
  - A: Heartbeat
    with: { memberId: nobody, generationId: 1 }
    expect: NONE
  - B: JoinGroup
    with: { groupInstanceId: b }
    expect: parked
  - advance: initialRebalanceDelay / 2
  - A: Heartbeat
    with: { memberId: nobody, generationId: 1 }
    expect: NONE
  - advance: initialRebalanceDelay / 2
    releases:
      B: { generationId: 1, leader: $B, memberId: $B, members: { anything: true }, protocolType: consumer, protocolName: range }
`;

async function judge(text: string, profile: string, time: SimulatedTime = {}): Promise<Result> {
  const kit = loadKit(caseFiles({ 'own.yaml': text }), false);
  const welcomes = changesField('Heartbeat', 'errorCode', 0);
  const adapter = withFault(realTimeReference(kit.defaults, time), welcomes);
  const [result] = (await certify(kit, adapter, { profile })).results;
  if (result === undefined) throw new Error('there is no result');
  return result;
}

describe('On a real clock a case that the reference does not go along with', () => {
  it('is judged, if it is of other profiles only', async () => {
    expect(await judge(OF_AN_OLDER_PROFILE, 'kafka-3.9')).toMatchObject({
      verdict: 'pass',
      attempts: 1,
    });
  });

  it('fails where the implementation differs from it', async () => {
    const text = OF_AN_OLDER_PROFILE.replace('generationId: 1, leader', 'generationId: 2, leader');
    expect(await judge(text, 'kafka-3.9')).toMatchObject({
      verdict: 'fail',
      failure: { differences: [{ path: 'B: generationId', expected: '2', actual: '1' }] },
    });
  });

  it('proves nothing where a step ends later than planned, whatever it differs in', async () => {
    const result = await judge(OF_AN_OLDER_PROFILE, 'kafka-3.9', { pauseAfter: () => 9_000 });
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 3 });
    expect(result.reason).toMatch(/: the step proves nothing: it ended \d+ ms later than planned/);
  });

  it('is an error otherwise', async () => {
    const text = OF_AN_OLDER_PROFILE.replace('profiles: [kafka-3.9]\n', '');
    expect(await judge(text, 'kafka-latest')).toMatchObject({
      verdict: 'error',
      reason: expect.stringContaining('the case does not hold on the reference'),
    });
  });
});
