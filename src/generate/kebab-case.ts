/** `SyncGroup` as part of a file's name: `sync-group`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}
