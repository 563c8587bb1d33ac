/** A signature as it was drawn on the pad, as a drawing. Pure. */
const [width, height] = [600, 200];

/** `strokes` = lines of the pen, x and y in turn, as shares of the pad. */
export function signatureSvg(strokes: readonly (readonly number[])[]): string {
  const lines = strokes.map((stroke) => {
    const points = Array.from({ length: Math.floor(stroke.length / 2) }, (_, i) =>
      [(stroke[2 * i] ?? 0) * width, (stroke[2 * i + 1] ?? 0) * height].map((each) => each.toFixed(1)).join(' '),
    );
    // A dot is a line of no length: round ends draw it.
    return `<path d="M${points.join('L')}${points.length === 1 ? 'h0.1' : ''}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><g fill="none" stroke="#1f2937" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">${lines.join('')}</g></svg>`;
}
