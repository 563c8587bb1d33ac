/** Views of masters, for the data view. */

export { LineView } from './LineView.tsx';
export { MadeOf } from './MadeOf.tsx';
export { ChordView, ConvergenceView, OffsetView } from './SectionView.tsx';
