/** Points of a plane. */

export interface Plane {
  readonly x: number;
  readonly y: number;
}

/** Index and element of a list of numbers, plain or typed. */
export function* elementsOf(list: ArrayLike<number>): Generator<readonly [index: number, value: number]> {
  for (let i = 0; i < list.length; i++) yield [i, list[i] as number];
}
