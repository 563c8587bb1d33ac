/** The settings of a point in a drawer, apart from the smaller parts: it brings the editor of thresholds. */
export { PointSettings } from './PointSettings.tsx';
