import { AdapterError, type Configuration } from '../adapter.js';
import { formatAddress, type WireAddress } from './address.js';
import {
  type Advertised,
  apiVersionsRequest,
  askApiVersions,
  commonVersion,
} from './api-versions.js';
import { askConfiguration, askNodes, type BrokerNode, nodeIdsFor } from './cluster.js';
import { type Control, UnreadableAnswerError } from './control.js';
import { type Coordinator, findCoordinator } from './coordinator-lookup.js';
import type { RecordsAccess } from './records/index.js';
import { createRouter, type Router } from './routing.js';
import { requireNoSasl } from './security/sasl-wanted.js';
import { waitUntilLoaded } from './warm-up.js';

export interface HandshakeParts {
  /** To the given address. */
  readonly control: Control;
  controlOf(address: WireAddress): Control;
  /** How long a fresh broker may take to have a coordinator that serves. */
  readonly coordinatorTimeoutMs: number;
  /** Tries to read the records of a group. */
  recordsAccess(advertised: Advertised, groupId: string): Promise<RecordsAccess>;
  /** Whether the kit tells brokers who it is. */
  readonly authenticates: boolean;
}

/** What every instance of one implementation says alike. */
export interface Introduction extends Advertised {
  readonly nodes: readonly BrokerNode[];
  readonly configuration: Configuration;
  readonly recordsAccess: RecordsAccess;
}

/** What the adapter knows once the broker is ready for groups. */
export interface Handshake extends Introduction {
  /** A router for one session; it looks groups up over `control`. */
  makeRouter(): Router;
}

/** Any group: asking for its coordinator or its description does not make it. */
const SAMPLE_GROUP = 'groupspec-warm-up';

/** Groups whose coordinators a cluster is asked for before it counts as ready. */
const CLUSTER_SAMPLES = 16;

/** Rejects with AdapterError: a sentence that says what to do about it. */
export async function shakeHands(parts: HandshakeParts): Promise<Handshake> {
  const { control } = parts;
  const advertised = await askApiVersions(control);
  const nodes = await askNodes(control, advertised, () => explainCut(parts, advertised));
  const { coordinatorId, makeRouter } = await waitUntilServing(parts, advertised, nodes);
  const nodeIds = nodeIdsFor(control.address, nodes, coordinatorId);
  const configuration = await askConfiguration(control, advertised, nodeIds);
  const recordsAccess = await parts.recordsAccess(advertised, SAMPLE_GROUP);
  return { ...advertised, nodes, configuration, recordsAccess, makeRouter };
}

/** The handshake with another instance of an implementation that has introduced itself. */
export async function shakeHandsAgain(
  parts: HandshakeParts,
  introduction: Introduction,
): Promise<Handshake> {
  const { makeRouter } = await waitUntilServing(parts, introduction, introduction.nodes);
  return { ...introduction, makeRouter };
}

interface Serving {
  readonly coordinatorId: number | undefined;
  makeRouter(): Router;
}

async function waitUntilServing(
  parts: HandshakeParts,
  advertised: Advertised,
  nodes: readonly BrokerNode[],
): Promise<Serving> {
  const { control, coordinatorTimeoutMs } = parts;
  const version = commonVersion(advertised, 'FindCoordinator');
  const find =
    version === undefined
      ? undefined
      : (groupId: string) => findCoordinator(control, version, groupId, coordinatorTimeoutMs);

  const coordinator = find && (await sampleCoordinator(find, nodes, parts, advertised));
  const router = createRouter(control.address, nodes, coordinator && (async () => coordinator));
  const address = await router.addressFor({ groupId: SAMPLE_GROUP });
  const atCoordinator = address === control.address ? control : parts.controlOf(address);
  if (atCoordinator !== control) await requireReachable(control, atCoordinator, advertised);
  await waitUntilLoaded(atCoordinator, advertised, SAMPLE_GROUP, coordinatorTimeoutMs);
  if (nodes.length > 1 && find !== undefined) await waitForCluster(parts, advertised, nodes, find);
  return {
    coordinatorId: coordinator?.nodeId,
    makeRouter: () => createRouter(control.address, nodes, find),
  };
}

/** Throws AdapterError where the reason for an unreadable answer is known. */
async function explainCut(parts: HandshakeParts, advertised: Advertised): Promise<void> {
  if (!parts.authenticates) await requireNoSasl(parts.control, advertised);
}

/** A fresh cluster spreads its coordinators over its brokers, which are ready one after the other. */
async function waitForCluster(
  { control, controlOf, coordinatorTimeoutMs }: HandshakeParts,
  advertised: Advertised,
  nodes: readonly BrokerNode[],
  find: (groupId: string) => Promise<Coordinator>,
): Promise<void> {
  const router = createRouter(control.address, nodes, find);
  const controls = new Map<WireAddress, Control>();
  for (let sample = 0; sample < CLUSTER_SAMPLES; sample++) {
    const groupId = `${SAMPLE_GROUP}-${sample}`;
    const address = await router.coordinatorOf(groupId);
    const at =
      address === control.address ? control : (controls.get(address) ?? controlOf(address));
    controls.set(address, at);
    await waitUntilLoaded(at, advertised, groupId, coordinatorTimeoutMs);
  }
}

async function sampleCoordinator(
  find: (groupId: string) => Promise<Coordinator>,
  nodes: readonly BrokerNode[],
  parts: HandshakeParts,
  advertised: Advertised,
): Promise<Coordinator | undefined> {
  try {
    return await find(SAMPLE_GROUP);
  } catch (error) {
    if (!(error instanceof UnreadableAnswerError)) throw error;
    await explainCut(parts, advertised);
    // The only broker is the coordinator, also when it cannot say so.
    if (nodes.length <= 1) return undefined;
    throw error;
  }
}

/** Brokers of a cluster advertise addresses that need not work from here. */
async function requireReachable(
  control: Control,
  coordinator: Control,
  advertised: Advertised,
): Promise<void> {
  try {
    await coordinator.ask(apiVersionsRequest(advertised.apiVersionsVersion));
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const where = formatAddress(coordinator.address);
    throw new AdapterError(
      `${formatAddress(control.address)} sends groups to the broker at ${where}, which cannot be used from here (${error.message}); set advertised.listeners to addresses that can`,
      { cause: error },
    );
  }
}
