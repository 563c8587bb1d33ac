/** What other features show of a point: its settings, the fields by which one is made, and what it is made of. */

export { SlavesInput } from './console/SlavesInput.tsx';
export { PointFields } from './PointFields.tsx';
export { PointSettings } from './PointSettings.tsx';
