/**
 * Reads the elements of an XML text one after the other, as far as KML needs it. Invariant: a declaration of a document type
 * is refused, so no entity but the five of XML means anything and nothing is fetched or multiplied; the depth is bounded.
 */
import { Failure } from '@plumbline/contract/kernel/errors';

export type XmlPiece =
  | { readonly kind: 'open'; readonly name: string }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

const maxDepth = 64;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const damaged = (fault: string, at: number) => new Failure('fileDamaged', { fault, at });

/** `&amp;` and numbers as what they mean; what no XML knows stays as it is written. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,10}));/gi, (reference, decimal, hexadecimal, name) => {
    if (name !== undefined) return entities[name] ?? reference;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
}

/** Names come without their prefix: `gx:Track` is `Track`. Throws fileDamaged. */
export function* readXml(text: string): Generator<XmlPiece> {
  const open: string[] = [];
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('<', at);
    if (next < 0) break;
    if (next > at) yield { kind: 'text', text: decoded(text.slice(at, next)) };
    const skipped = endOfSpecial(text, next);
    if (skipped !== null) {
      if (text.startsWith('<![CDATA[', next)) yield { kind: 'text', text: text.slice(next + 9, skipped - 3) };
      at = skipped;
      continue;
    }
    const end = endOfTag(text, next);
    const [, isClosing, name = ''] = /^<(\/?)(?:[\w.-]+:)?([\w.-]+)/.exec(text.slice(next, next + 200)) ?? [];
    if (name === '') throw damaged('xml', next);
    if (isClosing) {
      if (open.pop() !== name) throw damaged('xml', next);
      yield { kind: 'close', name };
    } else {
      if (open.push(name) > maxDepth) throw damaged('xml', next);
      yield { kind: 'open', name };
      if (text[end - 2] === '/') {
        open.pop();
        yield { kind: 'close', name };
      }
    }
    at = end;
  }
  if (open.length > 0) throw damaged('xml', text.length);
}

/** Where a comment, an instruction or a CDATA section ends; null where none begins here. */
function endOfSpecial(text: string, from: number): number | null {
  for (const [begin, end] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const) {
    if (!text.startsWith(begin, from)) continue;
    const endAt = text.indexOf(end, from + begin.length);
    if (endAt < 0) throw damaged('xml', from);
    return endAt + end.length;
  }
  if (text.startsWith('<!', from)) throw damaged('doctype', from);
  return null;
}

/** Behind the `>` of a tag; one within quotes does not count. */
function endOfTag(text: string, from: number): number {
  let quote = '';
  for (let at = from + 1; at < text.length; at++) {
    const letter = text[at] as string;
    if (quote !== '') {
      if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '>') return at + 1;
    else if (letter === '<') break;
  }
  throw damaged('xml', from);
}
