import { type ApiName, apiSchema } from '../../protocol/apis.js';
import { CodecError } from '../../protocol/codec.js';
import { decodeResponseFrame } from '../../protocol/frames.js';

/**
 * Says in which other versions a response could be read, for one that is none of `version`:
 * whoever mistakes the version of a request answers in the form of another.
 */
export function otherForm(api: ApiName, version: number, frame: Uint8Array): string | undefined {
  const { min, max } = apiSchema(api).versions;
  const fitting = Array.from({ length: max - min + 1 }, (_, index) => min + index).filter(
    (other) => other !== version && canBeRead(api, other, frame),
  );
  return fitting.length === 0 ? undefined : `it has the form of version ${fitting.join(' or ')}`;
}

function canBeRead(api: ApiName, version: number, frame: Uint8Array): boolean {
  try {
    decodeResponseFrame(api, version, frame);
    return true;
  } catch (error) {
    if (error instanceof CodecError) return false;
    throw error;
  }
}
