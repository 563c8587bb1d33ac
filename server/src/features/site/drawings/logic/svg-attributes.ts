/** The attributes of an element of an SVG that may stay, and what they refer to. Pure, but for refusing a picture that is too large. */
import type { QualifiedTag } from 'sax';
import { pictureSize } from './picture-size.ts';
import { attributes as allowed, referring } from './svg-names.ts';
import { readDeclarations, referenceIn } from './svg-style.ts';

export interface ReadAttribute {
  readonly name: string;
  readonly value: string;
}
export interface ReadAttributes {
  readonly attributes: readonly ReadAttribute[];
  readonly id: string | null;
  readonly classes: readonly string[];
  readonly references: readonly string[];
  readonly vertices: number;
  readonly leftOut: number;
}

const xlink = 'http://www.w3.org/1999/xlink';
const base64Picture = /^data:image\/(?:png|jpe?g|webp);base64,([A-Za-z0-9+/=\s]+)$/i;

/** A picture within the drawing, as large as one by itself may be. */
function isOwnPicture(value: string): boolean {
  const [, data] = base64Picture.exec(value) ?? [];
  return data !== undefined && pictureSize(Buffer.from(data, 'base64')) !== null;
}

/** A link that may stay: to an element of the same file, or a picture that the file holds. */
function linkOf(element: string, value: string): { readonly isOwn: boolean; readonly reference: string | null } {
  const link = value.trim();
  if (element === 'image') return { isOwn: isOwnPicture(link), reference: null };
  const reference = referring.has(element) ? (/^#(\S+)$/.exec(link)?.[1] ?? null) : null;
  return { isOwn: reference !== null, reference };
}

/** A number of a path or a list of points that a marker may stand at: never less than there are. */
const verticesOf = (text: string): number => Math.ceil((text.match(/[\d.]+/g)?.length ?? 0) / 2);

export function cleanAttributes(element: string, given: QualifiedTag['attributes']): ReadAttributes {
  const attributes: ReadAttribute[] = [];
  const references: string[] = [];
  let [leftOut, vertices] = [0, 0];
  for (const { name, local, prefix, uri, value } of Object.values(given)) {
    if (local === 'href' && (prefix === '' || uri === xlink)) {
      const link = linkOf(element, value);
      if (link.isOwn) attributes.push({ name: 'href', value: value.trim() });
      // A link of a text or a group leads somewhere on a click: nothing that draws is lost.
      else if (element !== 'g') leftOut++;
      if (link.reference !== null) references.push(link.reference);
    } else if (name === 'style') {
      const read = readDeclarations(value);
      leftOut += read.leftOut;
      for (const { reference } of read.declarations) if (reference !== null) references.push(reference);
      if (read.declarations.length > 0)
        attributes.push({ name, value: read.declarations.map(({ text }) => text).join(';') });
    } else if (name === 'xml:space' || (prefix === '' && allowed.has(local))) {
      const reference = referenceIn(value);
      if (reference === false) {
        leftOut++;
        continue;
      }
      if (reference !== null) references.push(reference);
      if (local === 'd' || local === 'points') vertices = verticesOf(value);
      attributes.push({ name, value });
    } else if (/^on/i.test(local)) leftOut++;
  }
  const attribute = (name: string): string | null => attributes.find((each) => each.name === name)?.value ?? null;
  const classes = (attribute('class') ?? '').split(/\s+/).filter(Boolean);
  return { attributes, id: attribute('id'), classes, references, vertices, leftOut };
}
