import type { Capability } from '../../adapter/adapter.js';
import type { ApiName } from '../../protocol/apis.js';

/** A case as written, after its file has passed spec/schemas/case.schema.json. */
export interface CaseData {
  readonly title: string;
  readonly rules: readonly string[];
  readonly reports?: readonly string[];
  readonly comment?: string;
  readonly origin?: CaseOrigin;
  readonly sweep?: ApiName;
  readonly versions?: Readonly<Partial<Record<ApiName, string>>>;
  readonly needs?: readonly Capability[];
  /** Profiles in which the case holds; absent: all. */
  readonly profiles?: readonly string[];
  /** May bring a weak implementation down: runs after all others. */
  readonly disruptive?: boolean;
  readonly configuration?: Readonly<Record<string, number>>;
  readonly members?: Readonly<Record<string, MemberSettings>>;
  readonly given?: Readonly<Record<string, readonly string[]>>;
  readonly steps: readonly StepData[];
}

/** Of a case that the kit has generated: its expectations are what the reference answered. */
export interface CaseOrigin {
  /** What `generate` started from. */
  readonly seed: number;
}

export interface MemberSettings {
  readonly groupInstanceId?: string;
  readonly clientId?: string | null;
  readonly protocolType?: string;
  readonly protocols?: readonly ProtocolData[];
  readonly sessionTimeout?: string | number;
  readonly rebalanceTimeout?: string | number;
}

export type ProtocolData = string | { readonly name: string; readonly metadata?: string };

/** Error name, template, fields, `parked`, or one of these by version (`v4+: …`). */
export type ExpectationData = string | Readonly<Record<string, unknown>>;
export type AnswersData = Readonly<Record<string, ExpectationData>>;

/** A step as written: which keys it has tells its kind. */
export type StepData = Readonly<Record<string, unknown>>;

interface StepBase {
  /** 1-based line in the case file. */
  readonly line: number;
  /** Versions of the swept API that the step belongs to. */
  readonly when?: string;
  readonly mark?: string;
  /** With `--exact`, only so many of the outcomes are accepted: what Apache Kafka itself does. */
  readonly exact?: number;
}

export interface RequestData {
  readonly member: string;
  readonly request: ApiName | 'join';
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface RequestStep extends StepBase, RequestData {
  readonly kind: 'request';
  /** Name under which the request is released while parked. */
  readonly handle: string;
  readonly connection: string;
  /** Its own answer among them, by its handle. */
  readonly outcomes: readonly AnswersData[];
}

export interface RaceStep extends StepBase {
  readonly kind: 'race';
  readonly requests: readonly RequestData[];
  readonly outcomes: readonly AnswersData[];
}

export interface AdvanceStep extends StepBase {
  readonly kind: 'advance';
  readonly duration: string | number;
  readonly outcomes: readonly AnswersData[];
}

export interface RecordsStep extends StepBase {
  readonly kind: 'records';
  readonly records: readonly RecordData[];
}

/** `tombstone` alone is that of the usual group; so is everything without `of`. */
export type RecordData =
  | 'tombstone'
  | TombstoneData
  | (OfGroup & { readonly group: Readonly<Record<string, unknown>> });

/** The end of a group, or of what it committed for a partition. */
export interface TombstoneData extends OfGroup {
  readonly tombstone: 'group' | OffsetData;
}

export interface OffsetData {
  readonly topic: string;
  readonly partition: number;
}

interface OfGroup {
  /** Local name of the group that the record is about. */
  readonly of?: string;
}

/** Something is done to the log or to the partition under the groups. */
export interface ControlStep extends StepBase {
  readonly kind: 'control';
  readonly deed: Deed;
  readonly outcomes: readonly AnswersData[];
}

export type Deed =
  /** The next append fails with this error of the log. */
  | { readonly kind: 'fail-next-append'; readonly error: string }
  | { readonly kind: 'commits'; readonly to: 'held' | 'released' }
  | {
      readonly kind: 'partition';
      readonly to: 'unloaded' | 'loading' | 'loaded' | 'reloaded';
      /** What the log holds when it is loaded; null: what was written. */
      readonly log: readonly LoggedData[] | null;
      readonly configuration: Readonly<Record<string, number>>;
    };

/** A record for a log that is to be loaded; `valueVersion` of a group is 3 unless given. */
export type LoggedData =
  | 'tombstone'
  | TombstoneData
  | (OfGroup & {
      readonly group: Readonly<Record<string, unknown>>;
      readonly valueVersion?: number;
    })
  | (OfGroup & { readonly offset: OffsetData });

export type Step = RequestStep | RaceStep | AdvanceStep | RecordsStep | ControlStep;

/** Steps of an opening; they say how to get somewhere and judge only what the case needs. */
export type OpeningStep =
  | { readonly kind: 'form'; readonly members: readonly string[] }
  | {
      readonly kind: 'ask';
      readonly members: readonly string[];
      readonly request: ApiName | 'join';
      readonly outcome: 'answered' | 'parked' | 'id handed out';
    }
  | { readonly kind: 'sync'; readonly members: readonly string[] };

/** A case ready to be expanded and run. */
export interface Case {
  /** Path below cases/ without its ending, e.g. `heartbeat/unknown-group`. */
  readonly id: string;
  readonly file: string;
  readonly data: CaseData;
  readonly opening: Opening | null;
  readonly steps: readonly Step[];
  /** Capabilities it needs, implied ones included. */
  readonly needs: ReadonlySet<Capability>;
  /** APIs it calls, in the opening too. */
  readonly apis: ReadonlySet<ApiName>;
}

export interface Opening {
  readonly name: string;
  readonly title: string;
  readonly rules: readonly string[];
  readonly members: readonly string[];
  readonly steps: readonly OpeningStep[];
}
