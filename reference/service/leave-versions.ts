import type { Call } from '../call.js';
import { errorCode } from '../errors.js';

/** WIRE-04: first version that takes a list of members. */
const LIST_SINCE = 3;

/**
 * WIRE-04: makes every version look like the list form. Up to version 2 the one member has no
 * instance id and its error becomes the error of the response.
 */
export function inListForm(call: Call<'LeaveGroup'>): Call<'LeaveGroup'> {
  if (call.version >= LIST_SINCE) return call;
  call.cite('WIRE-04');
  const { groupId, memberId } = call.body;
  return {
    ...call,
    body: {
      groupId,
      memberId: '',
      members: [{ memberId, groupInstanceId: null, reason: null }],
    },
    answer: (body) => {
      const [only] = body.members;
      const ownError = only?.errorCode ?? errorCode('NONE');
      const error = body.errorCode === errorCode('NONE') ? ownError : body.errorCode;
      call.answer({ ...body, errorCode: error, members: [] });
    },
  };
}
