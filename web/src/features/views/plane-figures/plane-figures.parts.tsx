/** Figures on a drawing: arrows, bent casings, the water line, the trough, small curves. */
import './plane-figures.css';

export { FigureFields } from './FigureFields.tsx';
export { FigureSelect } from './FigureSelect.tsx';
export { PlaneFigures } from './PlaneFigures.tsx';
export { FigureLegend, ShownFigureLayer, useCovered, useShownFigures } from './ShownFigures.tsx';
export { useFigures } from './use-figures.ts';
