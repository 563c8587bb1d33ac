/** What other features show of the points of a site, on map and list. */
import './site-map.css';

export { PointsCentre } from './PointsCentre.tsx';
export { type PointNow, usePointsNow } from './points-now.queries.ts';
