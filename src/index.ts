/**
 * groupspec as a library: write an adapter, certify with it, read the report.
 *
 *     import { certify, loadKit } from 'groupspec';
 *
 *     const report = await certify(loadKit(), adapter);
 */
export {
  ADAPTER_CONTRACT_VERSION,
  type Adapter,
  AdapterError,
  type Answer,
  type Awaitable,
  type Capability,
  type Clock,
  type Configuration,
  type ControlAction,
  type Implementation,
  type LogRecord,
  type OpenOptions,
  type OutgoingRequest,
  type Session,
} from './adapter/adapter.js';
export { createChildProcessAdapter } from './adapter/child-process/index.js';
export { serveAdapter } from './adapter/child-process/serve.js';
export { createReferenceAdapter } from './adapter/reference/index.js';
export { createSpawnAdapter } from './adapter/spawn/index.js';
export { createWireAdapter, parseWireAddress } from './adapter/wire/index.js';
export { type Certificate, certificateOf, NotCertifiedError } from './certificate/certificate.js';
export { certificateMarkdown } from './certificate/markdown.js';
export { verifyCertificate } from './certificate/verify.js';
export { type CertifyOptions, certify } from './certify.js';
export type { DeviationsFile } from './deviations/deviation.js';
export { loadDeviations } from './deviations/load-deviations.js';
export { writeDeviations } from './deviations/write-deviations.js';
export {
  type ImplementationFile,
  loadImplementation,
} from './implementation/implementation-file.js';
export { type Kit, loadKit } from './kit.js';
export { API_NAMES, type ApiName, apiSchema } from './protocol/apis.js';
export { CodecError, decodeMessage, encodeMessage } from './protocol/codec.js';
export type { MessageBody, MessageValue } from './protocol/message-body.js';
export { htmlReport } from './report/html/html-report.js';
export { jsonReport } from './report/json.js';
export { prettyReport } from './report/pretty.js';
export { exitCodeOf, type Report } from './report/report.js';
export type { Reporter, ReportKit, ReportSurroundings } from './report/reporter.js';
export { REPORTERS } from './report/reporters.js';
export { formatProblem, InvalidDataError, type Problem } from './spec/problem.js';
export { NothingSelectedError, selectCases } from './suite/cases/select-cases.js';
export type { Difference, Exchange, Failure, Result, Verdict } from './suite/verdict.js';
