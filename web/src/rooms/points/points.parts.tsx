/** What other rooms show of a point: its settings, and the fields by which one is made. */
export { PointSettings } from './PointSettings.tsx';
export { PointFields, pointInput } from './PointFields.tsx';
