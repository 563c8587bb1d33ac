/** The arguments of `npm test --`, read once. */

export interface Arguments {
  /** Parts of paths; none = every file. */
  readonly words: readonly string[];
  /** For the runner of Node. */
  readonly flags: readonly string[];
  /** `--changed`, `--changed=main`: only the files that the changes since that commit concern; null = not given. */
  readonly changedSince: string | null;
  /** `--long`: every file in its long form; `--long=changed`: those whose subject changed since the last long run. */
  readonly long: 'all' | 'changed' | null;
}

const own = /^--(changed|long)(?:=(.*))?$/;

/** Throws an Error for a length that does not exist. */
export function readArguments(given: readonly string[]): Arguments {
  const values = new Map(given.flatMap((each) => (own.exec(each) ? [[own.exec(each)?.[1], own.exec(each)?.[2]]] : [])));
  const length = values.has('long') ? (values.get('long') ?? 'all') : null;
  if (length !== null && length !== 'all' && length !== 'changed') throw new Error(`--long=${length}: all or changed`);
  return {
    words: given.filter((each) => !each.startsWith('-')).map((word) => word.replace(/^\.\//, '')),
    flags: given.filter((each) => each.startsWith('-') && !own.test(each)),
    changedSince: values.has('changed') ? values.get('changed') || 'HEAD' : null,
    long: length,
  };
}
