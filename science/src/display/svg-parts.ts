/** What drawings on paper are made of: lines, words and the strokes that tell curves apart. Pure. */

/** Colours of Okabe and Ito, which eyes of all kinds tell apart. */
export const strokes = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#56B4E9', '#E69F00', '#000000', '#7A5195'];
export const dashes = ['', '7 3', '2 3', '9 3 2 3', '', '7 3', '2 3', '9 3 2 3'];
const fonts = 'Noto Sans SC, Noto Sans Arabic, Noto Sans Hebrew, Noto Emoji';

export const strokeOf = (index: number): string => strokes[index % strokes.length] ?? '#000000';
export const dashOf = (index: number): string => dashes[index % dashes.length] || 'none';

/** XML knows no control characters and no half of a pair, not even escaped. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** As much of a name as there is room for; wide letters count twice. */
export function shortened(name: string, width: number): string {
  let used = 0;
  let out = '';
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    used += /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\p{Emoji_Presentation}]/u.test(segment)
      ? 2
      : 1;
    if (used > width) return `${out}…`;
    out += segment;
  }
  return out;
}

/** About how wide words are as a label, px: wide letters count twice. */
export const textWidth = (words: string): number =>
  [...words].reduce(
    (sum, letter) => sum + (/[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uff00-\uff60]/u.test(letter) ? 12 : 6.6),
    0,
  );

export const line = (x1: number, y1: number, x2: number, y2: number, stroke: string): string =>
  `<path d="M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}" stroke="${stroke}" stroke-width="1" fill="none"/>`;
export const label = (x: number, y: number, words: string, anchor = 'start'): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-family="${fonts}" font-size="12" text-anchor="${anchor}" fill="#333">${escaped(words)}</text>`;

/** A line of a legend: the stroke of a curve, and its name. */
export const legendLine = (x: number, y: number, index: number, name: string): string =>
  `<path d="M${x} ${y}L${x + 24} ${y}" stroke="${strokeOf(index)}" stroke-dasharray="${dashOf(index)}" stroke-width="2" fill="none"/>${label(x + 30, y + 4, name)}`;

export const svgOf = (width: number, height: number, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;

/** A path through places, broken where one is null. */
export function brokenPath(places: readonly (readonly [x: number, y: number] | null)[]): string {
  let [path, isDown] = ['', false];
  for (const place of places) {
    if (place !== null) path += `${isDown ? 'L' : 'M'}${place[0].toFixed(1)} ${place[1].toFixed(1)}`;
    isDown = place !== null;
  }
  return path;
}

/** The curve of a date, in the stroke of its place in the legend. */
export const curveLine = (path: string, index: number): string =>
  `<path d="${path}" stroke="${strokeOf(index)}" stroke-dasharray="${dashOf(index)}" stroke-width="1.5" fill="none" stroke-linejoin="round"/>`;
