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

const ourFlag = /^--(changed|long)(?:=(.*))?$/;

/** Throws an Error for a length that does not exist. */
export function readArguments(args: readonly string[]): Arguments {
  const values = new Map(
    args.flatMap((each) => (ourFlag.exec(each) ? [[ourFlag.exec(each)?.[1], ourFlag.exec(each)?.[2]]] : [])),
  );
  const length = values.has('long') ? (values.get('long') ?? 'all') : null;
  if (length !== null && length !== 'all' && length !== 'changed') throw new Error(`--long=${length}: all or changed`);
  return {
    words: args.filter((each) => !each.startsWith('-')).map((word) => word.replace(/^\.\//, '')),
    flags: args.filter((each) => each.startsWith('-') && !ourFlag.test(each)),
    changedSince: values.has('changed') ? values.get('changed') || 'HEAD' : null,
    long: length,
  };
}
