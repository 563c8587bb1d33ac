/** Queries of surface points for features above: what the plans on the screens are drawn of. */
export { track } from './tracks.service.ts';
export { vectors } from './tracks.vectors.service.ts';
