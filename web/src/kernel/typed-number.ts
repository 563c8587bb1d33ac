/** A number as people type it, with a comma or a point; a text where it is none, null where nothing was typed. */
export function readNumber(text: string): number | string | null {
  const plain = text.trim().replace(',', '.').replace('\u2212', '-');
  if (plain === '') return null;
  return /^-?\d+(\.\d*)?$|^-?\.\d+$/.test(plain) ? Number(plain) : text;
}
