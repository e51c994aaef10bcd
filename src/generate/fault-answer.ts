import type { CaseFields, Fault } from '../spec/precedence.js';

/** The request that is answered. */
export interface FaultyRequest {
  readonly api: string;
  /** Lowest version at which it is sent. */
  readonly fromVersion: number;
  readonly sender: string;
  /** Whether the sender has a member id, which it then fills in by itself. */
  readonly hasId: boolean;
  /** What else is filled in. */
  readonly fields: CaseFields;
}

/** WIRE-04: from here on LeaveGroup answers entry by entry. */
const ENTRIES_SINCE = 3;

/** What a case expects where this fault is the decisive one. */
export function faultAnswer(fault: Fault, request: FaultyRequest): unknown {
  const { answer } = fault;
  switch (request.api) {
    case 'JoinGroup': {
      const memberId = answeredId(fault, request);
      return memberId === '' ? answer : { errorCode: answer, memberId };
    }
    case 'LeaveGroup': {
      if (!fault.entry) return answer;
      const { memberId = `$${request.sender}`, groupInstanceId } = request.fields;
      const instance = groupInstanceId === undefined ? {} : { groupInstanceId };
      const whole = { members: [{ memberId, ...instance, errorCode: answer }] };
      if (request.fromVersion >= ENTRIES_SINCE) return whole;
      return { [`v0-${ENTRIES_SINCE - 1}`]: answer, [`v${ENTRIES_SINCE}+`]: whole };
    }
    default:
      return answer;
  }
}

function answeredId({ memberId }: Fault, { sender, hasId, fields }: FaultyRequest): unknown {
  switch (memberId) {
    case 'new':
      return `$${sender}`;
    case 'repeated':
      return fields['memberId'] ?? (hasId ? `$${sender}` : '');
    default:
      return '';
  }
}
