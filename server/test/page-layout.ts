/** How the pages of a PDF are set: what tests ask of them is that nothing is cut, nothing runs over, and little is left blank. */
import { getDocumentProxy } from 'unpdf';
import { type Pixels, pagePictures } from './page-pictures.ts';

/** In points: what is beside the text of a page, above it and below it. */
const margin = { x: 15 * (72 / 25.4), top: 20 * (72 / 25.4), bottom: 15 * (72 / 25.4) };
/** The mark of a draft and the bands of tables are lighter. */
const inkBelow = 0xe0;

export interface PageLayout {
  readonly width: number;
  readonly height: number;
  /** How far down the page there is something, as a share of what is there for text. */
  readonly filled: number;
  /** Pixels beside the text. */
  readonly outside: number;
  /** Pieces of text that lie over each other, each with its neighbour. */
  readonly overrun: readonly string[];
}

const isInk = ({ width, data }: Pixels, x: number, y: number): boolean => {
  const at = (y * width + x) * 4;
  return Math.min(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255) < inkBelow;
};

function inkOf(page: Pixels): Pick<PageLayout, 'width' | 'height' | 'filled' | 'outside'> {
  const { width, height } = page;
  const [top, bottom] = [Math.ceil(margin.top), Math.floor(height - margin.bottom)];
  let [lowest, outside] = [top, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isInk(page, x, y)) continue;
      if (x < margin.x - 2 || x > width - margin.x + 2) outside++;
      if (y > lowest && y < bottom) lowest = y;
    }
  return { width, height, filled: (lowest - top) / (bottom - top), outside };
}

interface TextItem {
  readonly str: string;
  readonly width: number;
  readonly transform: readonly number[];
}

/** Pieces in one line of which one begins before the other ends. */
function overrunOf(items: readonly TextItem[]): string[] {
  const lines = Map.groupBy(
    // Chinese punctuation is set closer than its letters are wide.
    items.filter(
      ({ str, transform }) => str.trim() !== '' && transform[1] === 0 && !/^[\u3000-\u303f\uff00-\uffef]/.test(str),
    ),
    ({ transform }) => Math.round(transform[5] ?? 0),
  );
  return [...lines.values()].flatMap((line) => {
    const inOrder = line.toSorted((a, b) => (a.transform[4] ?? 0) - (b.transform[4] ?? 0));
    return inOrder.flatMap((item, i) => {
      const next = inOrder[i + 1];
      const over = next ? (item.transform[4] ?? 0) + item.width - (next.transform[4] ?? 0) : 0;
      return next && over > 1 ? [`${item.str} | ${next.str}`] : [];
    });
  });
}

export async function layoutOfPages(pdf: Uint8Array): Promise<PageLayout[]> {
  const pictures = await pagePictures(pdf);
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages: PageLayout[] = [];
  for (const [i, picture] of pictures.entries()) {
    const { items } = await (await document.getPage(i + 1)).getTextContent();
    pages.push({ ...inkOf(picture), overrun: overrunOf(items as unknown as TextItem[]) });
  }
  return pages;
}
