/**
 * What other features show of the devices that a point is bound to. The tab and the step of the guide are parts
 * of their own: forms that show a binding must not load charts, nor what pairs points with devices.
 */

export { PointBinding } from './PointBinding.tsx';
