/** The releases of Apache Kafka that the adapter is built for, and the profile of each. */
export const RELEASES: readonly { readonly version: string; readonly profile: string }[];
