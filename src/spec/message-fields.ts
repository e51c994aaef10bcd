import {
  type FieldDefault,
  type FieldSchema,
  type FieldType,
  INTEGER_LIMITS,
  type IntegerType,
  type ScalarType,
} from './message-schema.js';
import type { Problem } from './problem.js';
import {
  formatVersionRange,
  includesVersion,
  parseVersionRange,
  type VersionRange,
} from './version-range.js';
import type { DataPath, YamlSource } from './yaml-source.js';

/** A field as `spec/schemas/messages.schema.json` lets it be written. */
export type WrittenFields = Readonly<Record<string, string | WrittenField>>;

interface WrittenField {
  readonly type: string;
  readonly versions?: string | number;
  readonly nullable?: true | string | number;
  readonly default?: null | boolean | number | string;
  readonly tag?: number;
  readonly ignorable?: true;
  readonly fields?: WrittenFields;
}

/** What a field needs to know of the message around it. */
export interface MessageContext {
  readonly source: YamlSource;
  readonly messageName: string;
  readonly flexible: VersionRange | null;
  /** Collects everything wrong with the message. */
  readonly problems: Problem[];
  /** Names of the structures seen so far. */
  readonly typeNames: Set<string>;
}

/** Builds the fields at `path`, which exist at most in `parentVersions`. */
export function buildFields(
  context: MessageContext,
  path: DataPath,
  written: WrittenFields,
  parentVersions: VersionRange,
): FieldSchema[] {
  const fields: FieldSchema[] = [];
  const tags = new Map<number, string>();
  for (const [name, value] of Object.entries(written)) {
    const fieldPath = [...path, name];
    const field = buildField(context, fieldPath, name, value, parentVersions);
    if (field === undefined) continue;
    fields.push(field);
    if (field.tag === null) continue;
    const other = tags.get(field.tag);
    if (other !== undefined) {
      report(context, [...fieldPath, 'tag'], `tag ${field.tag} is already that of '${other}'`);
    }
    tags.set(field.tag, name);
  }
  return fields;
}

function buildField(
  context: MessageContext,
  path: DataPath,
  name: string,
  value: string | WrittenField,
  parentVersions: VersionRange,
): FieldSchema | undefined {
  const written = typeof value === 'string' ? { type: value } : value;
  const versions = rangeWithin(context, [...path, 'versions'], written.versions, parentVersions);
  if (versions === undefined) return undefined;
  const type = buildType(context, path, written, versions);
  if (type === undefined) return undefined;
  const nullable = buildNullable(context, path, written, type, versions);
  const tag = written.tag ?? null;
  if (tag !== null && !includesVersion(context.flexible, versions.min)) {
    report(
      context,
      [...path, 'tag'],
      `a tagged field exists only in flexible versions, but '${name}' is in version ${versions.min}`,
    );
  }
  return {
    name,
    type,
    versions,
    nullable,
    default: buildDefault(context, path, written, type, nullable),
    tag,
    ignorable: written.ignorable ?? false,
  };
}

function buildType(
  context: MessageContext,
  path: DataPath,
  written: WrittenField,
  versions: VersionRange,
): FieldType | undefined {
  const array = written.type.endsWith('[]');
  const name = array ? written.type.slice(0, -2) : written.type;
  const isStruct = /^[A-Z]/.test(name);
  if (isStruct !== (written.fields !== undefined)) {
    const message = isStruct ? `structure ${name} needs 'fields'` : `${name} has no 'fields'`;
    report(context, [...path, isStruct ? 'type' : 'fields'], message);
    return undefined;
  }
  const element: FieldType =
    written.fields === undefined
      ? { kind: 'scalar', scalar: name as ScalarType }
      : {
          kind: 'struct',
          typeName: uniqueTypeName(context, path, name),
          fields: buildFields(context, [...path, 'fields'], written.fields, versions),
        };
  if (!array) return element;
  if (element.kind === 'struct') rejectVacantElements(context, path, element.fields, versions);
  return { kind: 'array', element };
}

function uniqueTypeName(context: MessageContext, path: DataPath, name: string): string {
  const typeName = context.messageName + name;
  if (context.typeNames.has(typeName)) {
    report(context, [...path, 'type'], `${name} is already the name of another structure here`);
  }
  context.typeNames.add(typeName);
  return typeName;
}

/** Elements of no size would let four bytes announce two thousand million of them. */
function rejectVacantElements(
  context: MessageContext,
  path: DataPath,
  fields: readonly FieldSchema[],
  versions: VersionRange,
): void {
  for (let version = versions.min; version <= versions.max; version += 1) {
    if (includesVersion(context.flexible, version)) continue;
    if (fields.some((field) => includesVersion(field.versions, version))) continue;
    report(context, [...path, 'fields'], `no field exists in version ${version}`);
  }
}

function buildNullable(
  context: MessageContext,
  path: DataPath,
  written: WrittenField,
  type: FieldType,
  versions: VersionRange,
): VersionRange | null {
  if (written.nullable === undefined) return null;
  const nullablePath = [...path, 'nullable'];
  if (type.kind === 'scalar' && type.scalar !== 'string' && type.scalar !== 'bytes') {
    report(context, nullablePath, `${type.scalar} has no null on the wire`);
    return null;
  }
  if (written.nullable === true) return versions;
  return rangeWithin(context, nullablePath, written.nullable, versions) ?? null;
}

function buildDefault(
  context: MessageContext,
  path: DataPath,
  written: WrittenField,
  type: FieldType,
  nullable: VersionRange | null,
): FieldDefault {
  if (written.default === undefined) return nullable === null ? zeroOf(type) : null;
  const defaultPath = [...path, 'default'];
  if (written.default === null) {
    if (nullable === null)
      report(context, defaultPath, 'null is no default: the field is never null');
    return null;
  }
  const value = typedDefault(type, written.default);
  if (value === undefined) {
    const text = JSON.stringify(written.default);
    report(context, defaultPath, `default ${text} is not of type ${written.type}`);
    return zeroOf(type);
  }
  return value;
}

function typedDefault(type: FieldType, value: boolean | number | string): FieldDefault | undefined {
  if (type.kind !== 'scalar') return undefined;
  if (type.scalar === 'bool') return typeof value === 'boolean' ? value : undefined;
  if (type.scalar === 'string') return typeof value === 'string' ? value : undefined;
  if (!isIntegerType(type.scalar) || !Number.isSafeInteger(value)) return undefined;
  const integer = BigInt(value);
  const { min, max } = INTEGER_LIMITS[type.scalar];
  if (integer < min || integer > max) return undefined;
  return type.scalar === 'int64' ? integer : Number(integer);
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

function zeroOf(type: FieldType): FieldDefault {
  if (type.kind !== 'scalar') return { empty: true };
  switch (type.scalar) {
    case 'bool':
      return false;
    case 'string':
      return '';
    case 'uuid':
      return NIL_UUID;
    case 'bytes':
      return { empty: true };
    case 'int64':
      return 0n;
    default:
      return 0;
  }
}

function isIntegerType(scalar: ScalarType): scalar is IntegerType {
  return scalar in INTEGER_LIMITS;
}

function rangeWithin(
  context: MessageContext,
  path: DataPath,
  text: string | number | undefined,
  within: VersionRange,
): VersionRange | undefined {
  if (text === undefined) return within;
  const range = parseVersionRange(text, within);
  if (range === undefined) {
    report(context, path, `versions ${text} are not within ${formatVersionRange(within)}`);
  }
  return range;
}

function report(context: MessageContext, path: DataPath, message: string): void {
  context.problems.push(context.source.problemAt(path, message));
}
