/** The photos of a project, for its screens: fetched without what one point's photos need. */
export { LatestPhotos } from './LatestPhotos.tsx';
