/** The routes of this wing. */
import correctionRoutes from './corrections/corrections.routes.ts';
import formulaRoutes from './formulas/formulas.routes.ts';
import historyRoutes from './history/history.routes.ts';
import importRoutes from './imports/imports.routes.ts';
import readingRoutes from './readings/readings.routes.ts';

export default [correctionRoutes, readingRoutes, historyRoutes, importRoutes, formulaRoutes];
