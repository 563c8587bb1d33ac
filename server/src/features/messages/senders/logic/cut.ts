/**
 * Fits texts into what vendors take of them. Invariants: a cut shows ("…"); a number is rounded or left out, and never cut,
 * because half a number is another number.
 */

const sign = '…';
/** Whole numbers, decimals, clocks and dates: what may not lose its end. */
const numbers = /[-+−]?\d+(?:[.,:/-]\d+)*(?:[eE][-+]?\d+)?/g;
const isNumber = /^[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** `text` in at most `most` UTF-16 units (no vendor counts a sign as more); `most` is 1 at least. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = most - sign.length;
  // What begins before the end and does not stop before it, or stops right there, where "…" would seem to belong to it.
  for (const match of text.matchAll(numbers))
    if (match.index < end && match.index + match[0].length >= end) end = match.index;
  if (/[\uD800-\uDBFF]$/.test(text.slice(0, end))) end -= 1;
  const head = text.slice(0, end).replace(/[\s,;:，；：、(（]+$/u, '');
  // A number that is whole is set apart from the sign; there is room: what stood behind it was taken off.
  return /\d$/.test(head) ? `${head} ${sign}` : `${head}${sign}`;
}

/** A number in at most `most` signs: with fewer decimals, else as a power of ten; "…" where not even that fits. */
function fitNumber(text: string, most: number): string {
  const value = Number(text);
  const decimals = /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
  const rounded = Array.from({ length: decimals + 1 }, (_, fewer) => value.toFixed(decimals - fewer));
  const powers = Array.from({ length: most }, (_, fewer) => value.toExponential(Math.max(0, most - 1 - fewer)));
  return [...rounded, ...powers].find((each) => each.length <= most && (value === 0 || Number(each) !== 0)) ?? sign;
}

/** The first of several ways of saying something that fits, from the longest on; the last of them is cut. */
export function fit(ways: readonly [string, ...string[]], most: number): string {
  const [first] = ways;
  if (isNumber.test(first)) return first.length <= most ? first : fitNumber(first, most);
  return ways.find((each) => each.length <= most) ?? cutText(ways.at(-1) ?? first, most);
}
