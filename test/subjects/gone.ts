import { expect } from 'vitest';

const REAPED_WITHIN_MS = 20_000;

/**
 * Asserts that no process of the group is left. One that has ended counts until its new parent has
 * taken note of it, which can take a moment.
 */
export async function expectGone(processGroup: number): Promise<void> {
  await expect.poll(() => isAlive(processGroup), { timeout: REAPED_WITHIN_MS }).toBe(false);
}

function isAlive(processGroup: number): boolean {
  try {
    process.kill(-processGroup, 0);
    return true;
  } catch {
    return false;
  }
}
