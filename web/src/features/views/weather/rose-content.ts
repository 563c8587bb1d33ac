import type { WindRose } from '@plumbline/contract/views/weather';
import type { RoseContent } from '../../../charts/kinds/rose/rose.ts';

/** The words of as many directions as there are sectors, of the sixteen of a compass. */
export const sectorWords = (compass: string, sectors: number): string[] =>
  compass.split(' ').filter((_, i) => i % (16 / sectors) === 0);

/** The direction of a bearing in words, of sixteen. */
export const bearingWords = (compass: string, bearingDeg: number): string =>
  compass.split(' ')[Math.floor((bearingDeg + 11.25) / 22.5) % 16] ?? '';

export interface RoseWords {
  readonly compass: string;
  readonly head: string;
  readonly caption: string;
  readonly classOf: (from: number, to: number | null) => string;
}

export const roseContent = ({ classes, counts, total }: WindRose, words: RoseWords): RoseContent => ({
  sectors: sectorWords(words.compass, counts.length),
  counts,
  classes: classes.map((from, i) => words.classOf(from, classes[i + 1] ?? null)),
  total,
  caption: words.caption,
  head: words.head,
});

/** A line of the table: a sector. */
export interface SectorRow {
  readonly name: string;
  readonly count: number;
  /** Of all readings, calm ones among them. */
  readonly share: number;
}

export const sectorRows = ({ counts, total }: WindRose, compass: string): SectorRow[] =>
  sectorWords(compass, counts.length).map((name, i) => {
    const count = (counts[i] ?? []).reduce((sum, each) => sum + each, 0);
    return { name, count, share: total > 0 ? count / total : 0 };
  });
