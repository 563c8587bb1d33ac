/** Comments at places of the pages: their numbers, and a mark that is moved by keys. */
import type { ReportComment } from '@plumbline/contract/reports/releases';

/** A place of a page, in shares of its width and height. */
export interface PagePlace {
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** A thread that has a place, with the number by which page and list show it. */
export interface Pin extends PagePlace {
  readonly number: number;
  readonly comment: ReportComment;
}

/** Returns the threads that have a place, numbered from 1 in the order in which they were written: a number stays what it is. */
export const pinsOf = (comments: readonly ReportComment[]): readonly Pin[] =>
  comments
    .filter(({ parentId, page, place }) => parentId === null && page !== null && place !== null)
    .map((comment, i) => ({
      number: i + 1,
      comment,
      page: comment.page ?? 1,
      x: comment.place?.x ?? 0,
      y: comment.place?.y ?? 0,
    }));

const stepShare = 0.01;
const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-stepShare, 0],
  ArrowRight: [stepShare, 0],
  ArrowUp: [0, -stepShare],
  ArrowDown: [0, stepShare],
};
const within = (share: number): number => Math.min(1, Math.max(0, share));

/** Returns where a key moves a mark to; null = it is no key for that. It stays on its page. */
export function movedBy(key: string, { page, x, y }: PagePlace): PagePlace | null {
  const step = steps[key];
  return step ? { page, x: within(x + step[0]), y: within(y + step[1]) } : null;
}
