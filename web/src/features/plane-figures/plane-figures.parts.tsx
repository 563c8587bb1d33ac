/** Figures on a drawing: arrows, bent casings, the water line, the trough, small curves. */
import './plane-figures.css';

export { FigureSelect } from './FigureSelect.tsx';
export { PlaneFigures } from './PlaneFigures.tsx';
export { useFigures } from './use-figures.ts';
