/** The photos of a point, for the data view. */
export { PhotosView } from './PhotosView.tsx';
