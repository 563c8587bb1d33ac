/** Plans, for the data view: a casing seen from above, the path of a surface point, movements of all points. */
export { NorthEastView } from './NorthEastView.tsx';
export { ShapeView } from './ShapeView.tsx';
export { TrackView } from './TrackView.tsx';
export { VectorsView } from './VectorsView.tsx';
