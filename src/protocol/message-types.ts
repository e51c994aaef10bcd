import type {
  FieldSchema,
  FieldType,
  MessageCatalog,
  MessageSchema,
  ScalarType,
} from '../spec/message-schema.js';

const HEADER = `// Written by npm run generate from spec/messages: change those instead.

/*
 * The complete form of every message: fields of all versions. These are type aliases because only
 * those, not interfaces, are assignable to MessageBody.
 */
`;

/** Text of `generated-messages.ts`. */
export function messageTypesSource(catalog: MessageCatalog): string {
  const apis = [...catalog.apis.values()];
  const messages = [
    ...apis.flatMap((api) => [api.request, api.response]),
    ...catalog.data.values(),
  ];
  const aliases = messages.flatMap((message) => messageAliases(message));
  const entries = apis.map(
    ({ name, request, response }) =>
      `  readonly ${name}: {\n    readonly request: ${request.name};\n    readonly response: ${response.name};\n  };\n`,
  );
  const map = `/** Request and response of every API by its name. */\nexport type ApiMessages = {\n${entries.join('')}};\n`;
  return [HEADER, ...aliases, map].join('\n');
}

function messageAliases(message: MessageSchema): string[] {
  return structAliases(message.name, message.fields);
}

function structAliases(name: string, fields: readonly FieldSchema[]): string[] {
  const lines = fields.map((field) => {
    const type = typeText(field.type);
    return `  readonly ${field.name}: ${field.nullable === null ? type : `${type} | null`};\n`;
  });
  const own = `export type ${name} = {\n${lines.join('')}};\n`;
  return [own, ...fields.flatMap((field) => nestedAliases(field.type))];
}

function nestedAliases(type: FieldType): string[] {
  if (type.kind === 'array') return nestedAliases(type.element);
  return type.kind === 'struct' ? structAliases(type.typeName, type.fields) : [];
}

function typeText(type: FieldType): string {
  switch (type.kind) {
    case 'array':
      return `readonly ${typeText(type.element)}[]`;
    case 'struct':
      return type.typeName;
    case 'scalar':
      return SCALAR_TYPES[type.scalar];
  }
}

const SCALAR_TYPES: Readonly<Record<ScalarType, string>> = {
  bool: 'boolean',
  int8: 'number',
  int16: 'number',
  uint16: 'number',
  int32: 'number',
  int64: 'bigint',
  uuid: 'string',
  string: 'string',
  bytes: 'Uint8Array',
};
