/**
 * Bounds of a JSON text, counted on the text itself before anything is made of it. Invariant: what a parser builds and a
 * schema walks is never deeper than `jsonDepth`, nor of more values than the length of the route's bodies allows.
 */
import { Failure } from '@plumbline/contract/kernel/errors';

/** The deepest body that any route reads is a drawing with its shapes, at eleven. */
export const jsonDepth = 32;
/** Sixteen bytes are a short field with its name, or a number with its comma and some of its neighbours' names. */
const bytesPerValue = 16;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openings: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closings: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Returns how many values a body of at most so many bytes may hold. */
export const valuesIn = (bodyLimit: number): number => Math.ceil(bodyLimit / bytesPerValue);

/** Throws badInput where a text nests deeper than any input, tooLarge where it holds more than `maxValues` values. */
export function refuseUnbounded(text: string, maxValues: number): void {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) {
      i = endOfText(text, i);
      continue;
    }
    if (openings.has(code)) {
      values++;
      if (++depth > jsonDepth) throw new Failure('badInput', [{ path: '', message: 'tooDeep' }]);
    } else if (closings.has(code)) depth--;
    else if (code === comma) values++;
    if (values > maxValues) throw new Failure('tooLarge');
  }
}

/** The place of the quote that ends the text which begins at `start`; the length of the whole where none does. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before--;
    // An even number of backslashes are characters of their own; of an odd one the last belongs to the quote.
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}
