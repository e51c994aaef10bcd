/** Length of a uuid's text form, which ends every member id of the reference (MEMBER-01). */
const UUID_LENGTH = 36;

/**
 * Which id of the implementation stands for which one of the model (docs/design.md §4). A pair is
 * bound on first sight; from then on neither has another partner.
 */
export interface Identities {
  /** The model has made up an id that ends in this uuid, for a request of `client`. */
  made(uuid: string, client: string, requestId: number): void;
  /** The request that an id of the model was made up for; undefined for every other text. */
  requestOf(modelId: string): number | undefined;
  /** The client that an id of the model was made up for; undefined for every other text. */
  ownerOf(modelId: string): string | undefined;
  /** The implementation's id in place of the model's; every other text as it is. */
  toImplementation(modelText: string): string;
  /** The model's id in place of the implementation's, if it is bound. */
  toModel(implementationText: string): string | undefined;
  /**
   * Whether both mean the same: equal text, or ids of one member. An unbound pair is bound.
   */
  same(modelText: string, implementationText: unknown): boolean;
  /** What has been bound so far; `forget` undoes all that was bound since. */
  mark(): number;
  forget(mark: number): void;
}

/** What an id looks like (MEMBER-01): a name, and a uuid whose digits do not matter. */
function formOf(id: string): string {
  return id.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'uuid');
}

/** @param sameForm whether ids of one member must look alike, as those of Apache Kafka do */
export function createIdentities(sameForm = false): Identities {
  const owners = new Map<string, { readonly client: string; readonly requestId: number }>();
  const implementationIds = new Map<string, string>();
  const modelIds = new Map<string, string>();
  const bound: string[] = [];

  const originOf = (text: string) =>
    text.length < UUID_LENGTH ? undefined : owners.get(text.slice(-UUID_LENGTH));

  return {
    made(uuid, client, requestId) {
      owners.set(uuid, { client, requestId });
    },
    ownerOf: (text) => originOf(text)?.client,
    requestOf: (text) => originOf(text)?.requestId,
    toImplementation: (text) => implementationIds.get(text) ?? text,
    toModel: (text) => modelIds.get(text),

    same(modelText, implementationText) {
      const partner = implementationIds.get(modelText);
      if (partner !== undefined) return partner === implementationText;
      if (originOf(modelText) === undefined) return modelText === implementationText;
      if (typeof implementationText !== 'string' || implementationText === '') return false;
      if (modelIds.has(implementationText)) return false;
      if (sameForm && formOf(modelText) !== formOf(implementationText)) return false;
      implementationIds.set(modelText, implementationText);
      modelIds.set(implementationText, modelText);
      bound.push(modelText);
      return true;
    },

    mark: () => bound.length,
    forget(mark) {
      for (const modelText of bound.splice(mark)) {
        const partner = implementationIds.get(modelText);
        implementationIds.delete(modelText);
        if (partner !== undefined) modelIds.delete(partner);
      }
    },
  };
}
