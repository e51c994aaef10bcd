import type { Broker } from '../broker.js';

/** SVC-06: the error of requests that the coordinator cannot serve where it is; null if it can. */
export function whyNotServed({ host }: Broker): string | null {
  switch (host.whereabouts) {
    case 'here':
      return null;
    case 'loading':
      return 'COORDINATOR_LOAD_IN_PROGRESS';
    case 'away':
      return 'NOT_COORDINATOR';
  }
}
