import { makeBadge } from 'badge-maker';
import { counted } from '../report/counted.js';
import type { Certificate } from './certificate.js';

const LABEL = 'groupspec';

interface Badge {
  readonly message: string;
  readonly color: string;
}

/** For the endpoint badges of shields.io, whose schema has version 1. */
export function shieldsBadge(certificate: Certificate): string {
  const { message, color } = badgeOf(certificate);
  return `${JSON.stringify({ schemaVersion: 1, label: LABEL, message, color }, null, 2)}\n`;
}

export function svgBadge(certificate: Certificate): string {
  return `${makeBadge({ label: LABEL, ...badgeOf(certificate) })}\n`;
}

/** Only what is granted; a level that was not run is not worth a word of praise. */
function badgeOf({ levels }: Certificate): Badge {
  const granted = levels.filter(({ outcome }) => outcome === 'granted');
  if (granted.length === 0) return { message: 'no level', color: 'lightgrey' };
  const deviations = granted.reduce((sum, level) => sum + level.deviations, 0);
  const names = granted.map(({ level }) => level).join(', ');
  if (deviations === 0) return { message: names, color: 'brightgreen' };
  return { message: `${names} with ${counted(deviations, 'deviation')}`, color: 'yellow' };
}
