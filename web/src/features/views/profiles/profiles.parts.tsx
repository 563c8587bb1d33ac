/** The views of a chain of segments, for the data view. */
export { LineView } from './LineView.tsx';
export { PanelView } from './PanelView.tsx';
export { ProfileView } from './ProfileView.tsx';
export { SectionView } from './SectionView.tsx';
