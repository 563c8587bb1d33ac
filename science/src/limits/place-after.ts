/** The first place in ascending `times`, of the first `count`, that is later than `at`. */
export function placeAfter(times: ArrayLike<number>, at: number, count: number = times.length): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
