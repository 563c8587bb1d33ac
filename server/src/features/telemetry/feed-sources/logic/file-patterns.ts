/** Returns whether the name of a file fits a pattern: `*` stands for any letters, `?` for one. */
export function matches(name: string, pattern: string): boolean {
  const form = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${form}$`, 'i').test(name);
}
