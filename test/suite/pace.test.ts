import { describe, expect, it } from 'vitest';
import { createLatency } from '../../src/suite/time/latency.js';
import { realPace, type Timeline } from '../../src/suite/time/pace.js';

const SESSION_ENDS = { origin: 0, deadline: 14_000 };

/** A generation forms at 2,000 ms; just before its sessions end somebody looks at the group. */
const TIMELINE: Timeline = [
  { end: 2_000, fired: [], armed: [SESSION_ENDS] },
  { end: 13_700, fired: [], armed: [SESSION_ENDS] },
];

/** On a clock that jumps to wherever somebody waits for, or to where that has come. */
function paceOf(answersTook: number, happensAt = Number.POSITIVE_INFINITY) {
  let now = 0;
  const clock = {
    kind: 'real' as const,
    now: () => now,
    async waitUntil(until: number, done?: () => boolean) {
      const end = done === undefined ? until : Math.min(until, happensAt);
      now = Math.max(now, end);
    },
    takeLag: () => 0,
  };
  const latency = createLatency();
  latency.note(answersTook);
  const pace = realPace(clock, TIMELINE, { answerTimeout: 2_500, timerSlack: 150, latency });
  return { pace, now: clock.now };
}

/** When that look is taken, in ms, where the first answer that tells of the generation comes late. */
async function looksAt({ heardAt, answersTook }: { heardAt: number; answersTook: number }) {
  const { pace, now } = paceOf(answersTook);
  pace.begin(0);
  await pace.wait(0, heardAt - 2_500, 100, () => now() >= heardAt);
  pace.end(0, 'answered', true);
  pace.begin(1);
  await pace.advance(1, 11_700, () => true);
  pace.end(1, 'answered', false);
  return now();
}

describe('A generation whose first answer comes late', () => {
  it('is not much older, as long as answers come at once', async () => {
    const lookedAt = await looksAt({ heardAt: 3_300, answersTook: 2 });
    expect(lookedAt).toBeGreaterThan(SESSION_ENDS.deadline);
    expect(lookedAt - (3_300 - 2_000)).toBeLessThan(SESSION_ENDS.deadline);
  });

  it('may be older by what answers have taken lately, so its sessions may end sooner', async () => {
    const lookedAt = await looksAt({ heardAt: 3_300, answersTook: 1_300 });
    expect(lookedAt).toBeLessThan(SESSION_ENDS.deadline);
  });
});

describe('An id that is handed out late', () => {
  const isMetAt = async (handedOutAt: number, answersTook: number) => {
    const { pace, now } = paceOf(answersTook, handedOutAt);
    await pace.handshake(() => now() >= handedOutAt);
    return now() >= handedOutAt;
  };

  it('is not waited for where answers come at once', async () => {
    expect(await isMetAt(300, 2)).toBe(true);
    expect(await isMetAt(900, 2)).toBe(false);
  });

  it('is met where answers have taken as long lately', async () => {
    expect(await isMetAt(900, 700)).toBe(true);
  });
});

describe('The latency of an implementation', () => {
  it('is the longest of late, and fades', () => {
    const latency = createLatency();
    latency.note(900);
    latency.note(10);
    expect(latency.recent).toBeCloseTo(900, -1);
    for (let answers = 0; answers < 10_000; answers++) latency.note(10);
    expect(latency.recent).toBeLessThan(11);
  });
});
