// @ts-check
// Serves the embedded reference as an adapter of its own process (docs/adapter-protocol.md). Needs
// a build: groupspec certify --adapter 'jsonrpc:node scripts/serve-reference.js'
import { serveAdapter } from '../dist/src/adapter/child-process/serve.js';
import { createReferenceAdapter } from '../dist/src/adapter/reference/index.js';
import { loadKitSpec } from '../dist/src/kit.js';

const adapter = createReferenceAdapter(loadKitSpec().defaults);
await serveAdapter(adapter, process.stdin, process.stdout);
// What is left to be written goes out on the way; standard input may still be open.
process.stdin.destroy();
