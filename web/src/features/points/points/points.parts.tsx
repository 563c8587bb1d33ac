/** The fields by which a point is made, and the input that a stored one gives them. */
export { PointFields, pointInput } from './PointFields.tsx';
