import type { MessageSchema } from '../../../src/spec/message-schema.js';
import { buildMessages } from '../../../src/spec/messages.js';
import { InvalidDataError, type Problem } from '../../../src/spec/problem.js';
import { parseYamlSource } from '../../../src/spec/yaml-source.js';

/** A schema of its own for what no real message shows; `text` starts at `versions`. */
export function schemaOf(text: string): MessageSchema {
  const problems: Problem[] = [];
  const source = parseYamlSource('Sample.yaml', `data: Sample\n${text}`);
  const schema = buildMessages([source], problems).data.get('Sample');
  if (schema === undefined || problems.length > 0) throw new InvalidDataError(problems);
  return schema;
}
