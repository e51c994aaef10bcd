// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Read as they are: whoever only builds the adapter needs no build of the kit. */
const PROFILES = new URL('../../spec/profiles/', import.meta.url);

const ALL = readdirSync(PROFILES)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => {
    /** @type {{ profile: string, releases: string[], brokerOnly?: boolean }} */
    const {
      profile,
      releases,
      brokerOnly = false,
    } = parse(readFileSync(new URL(name, PROFILES), 'utf8'));
    return releases.map((version) => ({ version, profile, brokerOnly }));
  })
  .sort((one, other) => other.version.localeCompare(one.version, 'en', { numeric: true }));

/** Releases of Apache Kafka that the adapter drives, and what each is held against; newest first. */
export const RELEASES = ALL.filter(({ brokerOnly }) => !brokerOnly);

/** Those whose coordinator runs within a broker only. */
export const BROKER_RELEASES = ALL.filter(({ brokerOnly }) => brokerOnly);
