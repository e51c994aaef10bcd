import { type Changelog, readChangelog } from './changelog.js';
import { type ConfigSpec, readConfig } from './config.js';
import { specDigest } from './digest.js';
import { type ErrorTable, readErrors } from './errors.js';
import { type Level, readLevels } from './levels.js';
import { specPath } from './package-root.js';
import { type Precedence, readPrecedence } from './precedence.js';
import { contradictions } from './precedence-check.js';
import { InvalidDataError, type Problem } from './problem.js';
import { disagreements, type ProfileSet, readProfiles } from './profiles.js';
import { unresolved } from './reference.js';
import type { RuleSet } from './rule.js';
import { readRules } from './rules.js';
import { readStateRequests, type StateRequests } from './state-requests.js';

/** Everything normative that is data, checked within and against each other. */
export interface Spec {
  readonly rules: RuleSet;
  readonly errors: ErrorTable;
  readonly config: ConfigSpec;
  readonly profiles: ProfileSet;
  readonly precedence: Precedence;
  readonly stateRequests: StateRequests;
  /** A case belongs to the last that takes it. */
  readonly levels: readonly Level[];
  /** Newest first. */
  readonly changelog: Changelog;
  /** Of the data at hand. */
  readonly version: string;
  readonly digest: string;
}

/** APIs that rules and profiles may be about. The kit need not speak them all. */
const API_NAMES: ReadonlySet<string> = new Set([
  'ApiVersions',
  'FindCoordinator',
  'Metadata',
  'DescribeConfigs',
  'JoinGroup',
  'SyncGroup',
  'Heartbeat',
  'LeaveGroup',
  'DescribeGroups',
  'ListGroups',
  'DeleteGroups',
  'OffsetCommit',
  'OffsetFetch',
  'TxnOffsetCommit',
  'OffsetDelete',
  'ConsumerGroupHeartbeat',
]);

/**
 * Loads a spec directory: `rules/`, `errors.yaml`, `config.yaml`, `profiles/`, `grids/`,
 * `changelog.yaml`, `levels.yaml`. Throws InvalidDataError with every problem in any of them, in the order of
 * files and lines.
 */
export function loadSpec(directory: string = specPath()): Spec {
  const rules = readRules(directory);
  const errors = readErrors(directory);
  const config = readConfig(directory);
  const profiles = readProfiles(directory);
  const precedence = readPrecedence(directory);
  const stateRequests = readStateRequests(directory);
  const changelog = readChangelog(directory);
  const levels = readLevels(directory, new Set(rules.data.families.map(({ family }) => family)));
  const parts = [rules, errors, config, profiles, precedence, stateRequests, changelog, levels];
  const references = parts.flatMap((part) => part.references);
  // Against a part that could not be read every reference would be unknown.
  const sound = parts.every((part) => part.problems.length === 0);
  const known = {
    rule: new Set(rules.data.byId.keys()),
    error: new Set(errors.data.byName.keys()),
    profile: new Set(profiles.data.byName.keys()),
    api: API_NAMES,
  };
  const problems: Problem[] = [
    ...parts.flatMap((part) => part.problems),
    ...(['rule', 'error', 'profile', 'api'] as const).flatMap((kind) =>
      sound || kind === 'api' ? unresolved(references, kind, known[kind]) : [],
    ),
    ...(sound ? disagreements(profiles.data, profiles.listed, rules.data.byId) : []),
    ...(sound ? contradictions(precedence.data, rules.data.byId) : []),
  ];
  if (problems.length > 0) throw new InvalidDataError(problems.sort(byPlace));
  return {
    rules: rules.data,
    errors: errors.data,
    config: config.data,
    profiles: profiles.data,
    precedence: precedence.data,
    stateRequests: stateRequests.data,
    levels: levels.data,
    changelog: changelog.data,
    version: changelog.data[0]?.version ?? '',
    digest: specDigest(directory),
  };
}

function byPlace(left: Problem, right: Problem): number {
  return (
    left.file.localeCompare(right.file) || left.line - right.line || left.column - right.column
  );
}
