/** How long a report is, roughly: a short one has no table of contents. Pure. */
import type { PaperPart } from './paper.ts';

/** From how many pages on there is one. */
const contentsFrom = 6;
/** Of the text of a page, in millimetres. */
const pageHeight = 255;
const rowHeight = 6;
const chartHeights = [90, 52, 46] as const;
const drawingHeight = 92;
const pictureHeight = 92;
const lettersOfLine = 90;
const linesOfPage = 90;

const rowsOf = (count: number, columns: number): number => Math.ceil(count / Math.max(1, columns));

/** In millimetres. */
function heightOf(part: PaperPart): number {
  switch (part.part) {
    case 'cover':
    case 'break':
      return pageHeight;
    case 'outline':
    case 'space':
      return 0;
    case 'release':
      return 40;
    case 'heading':
      return 10;
    case 'text':
      return 4 + 5 * Math.ceil(part.text.length / lettersOfLine);
    case 'table':
      return rowHeight * (part.table.rows.length + 1);
    case 'list':
      return part.items.reduce((sum, each) => sum + 3 + 5 * Math.ceil(each.length / lettersOfLine), 0);
    case 'charts':
      return rowsOf(part.charts.length, part.columns) * (chartHeights[part.columns - 1] ?? 46);
    case 'pictures':
      return rowsOf(part.pictures.length, part.columns) * pictureHeight;
    case 'drawing':
      return drawingHeight;
    case 'lines': {
      const lines = part.chunks.reduce((sum, chunk) => sum + chunk.split('\n').length, 0);
      return (pageHeight * lines) / (linesOfPage * part.columns);
    }
    default:
      return part satisfies never;
  }
}

/** Returns whether a report of these parts is long enough for a table of contents. */
export const isLong = (parts: readonly PaperPart[]): boolean =>
  parts.reduce((sum, part) => sum + heightOf(part), 0) >= contentsFrom * pageHeight;
