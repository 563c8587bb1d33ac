/** Reports as they lie on paper, whatever writes them: their parts, the widths of their tables, and how long they are. Pure. */

export { isLong } from './logic/length.ts';
export type {
  Paper,
  PaperCell,
  PaperCover,
  PaperPart,
  PaperPictures,
  PaperSection,
  PaperTable,
} from './logic/paper.ts';
export { fitted } from './logic/widths.ts';
