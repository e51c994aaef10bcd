/** The releases of Apache Kafka that have a profile, newest first. */
export const RELEASES: readonly { readonly version: string; readonly profile: string }[];
