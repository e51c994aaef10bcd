// Writes src/protocol/generated-messages.ts from spec/messages. Needs a build: npm run generate.
import { writeFileSync } from 'node:fs';
import { messageTypesSource } from '../dist/src/protocol/message-types.js';
import { loadMessages } from '../dist/src/spec/messages.js';

const target = new URL('../src/protocol/generated-messages.ts', import.meta.url);
writeFileSync(target, messageTypesSource(loadMessages()));
