/** What every broker of Apache Kafka that is judged here has. */
export const COMMON_PROPERTIES: Readonly<Record<string, string | number>>;
