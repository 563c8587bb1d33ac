/** What other features show of a point: its settings, and the fields by which one is made. */

export { PointFields } from './PointFields.tsx';
export { PointSettings } from './PointSettings.tsx';
