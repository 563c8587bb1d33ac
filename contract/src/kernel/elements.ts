/** Elements that must be there: a missing one is an error that names its key, not `undefined` further down. */

/** The value under a key. Throws Error when the map lacks it. */
export function getOrThrow<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined && !map.has(key)) throw new Error(`nothing is known of ${String(key)}`);
  return value as V;
}

/** The element at an index, counted from the end where it is negative. Throws RangeError outside of the list. */
export function elementAt<T>(list: ArrayLike<T>, index: number): T {
  const position = index < 0 ? list.length + index : index;
  if (!(position in list)) throw new RangeError(`no element ${index} in a list of ${list.length}`);
  return list[position] as T;
}
