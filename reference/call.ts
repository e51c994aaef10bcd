import type { ApiMessages } from '../src/protocol/generated-messages.js';
import type { Citing } from './citation.js';

/** The APIs of the classic coordinator. */
export type CoordinatorApi = Extract<
  keyof ApiMessages,
  | 'JoinGroup'
  | 'SyncGroup'
  | 'Heartbeat'
  | 'LeaveGroup'
  | 'DescribeGroups'
  | 'ListGroups'
  | 'DeleteGroups'
>;

/** A request on its way through the coordinator. Bodies are in complete form. */
export interface Call<Api extends CoordinatorApi> extends Citing {
  readonly version: number;
  /** WIRE-06: never null here. */
  readonly clientId: string;
  readonly clientHost: string;
  readonly body: ApiMessages[Api]['request'];
  /** SVC-09: the first answer stands, later ones are dropped. */
  readonly answer: (body: ApiMessages[Api]['response']) => void;
  readonly isAnswered: () => boolean;
}
