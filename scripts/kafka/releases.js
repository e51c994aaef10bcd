// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Read as they are: whoever only builds the adapter needs no build of the kit. */
const PROFILES = new URL('../../spec/profiles/', import.meta.url);

/** The releases of Apache Kafka that have a profile, and what each is held against; newest first. */
export const RELEASES = readdirSync(PROFILES)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => {
    /** @type {{ profile: string, releases: string[] }} */
    const { profile, releases } = parse(readFileSync(new URL(name, PROFILES), 'utf8'));
    return releases.map((version) => ({ version, profile }));
  })
  .sort((one, other) => other.version.localeCompare(one.version, 'en', { numeric: true }));
