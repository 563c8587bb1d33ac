/** What other features show of the points of a site: on map and list, with the panel of the chosen one. */
import './site-map.css';

export { ChosenPoint } from './ChosenPoint.tsx';
export { PointsCentre } from './PointsCentre.tsx';
export { type PointNow, usePointsNow } from './points-now.queries.ts';
