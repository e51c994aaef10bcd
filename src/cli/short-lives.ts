import { setFlagsFromString } from 'node:v8';

/**
 * Tells V8 that what this process makes does not live long. An exploration makes a world a run and
 * drops it; once V8 has taken parts of one for lasting, it puts those of all later ones where only
 * a full collection clears them, and everything that they refer to stays with them until then.
 */
export function expectShortLives(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
