/** The routes of this wing. */
import annotationRoutes from './annotations/annotations.routes.ts';
import documentRoutes from './documents/documents.routes.ts';
import drawingRoutes from './drawings/drawings.routes.ts';
import layerRoutes from './layers/layers.routes.ts';
import linkRoutes from './links/links.routes.ts';
import projectRoutes from './projects/projects.routes.ts';
import structureRoutes from './structures/structures.routes.ts';
import tilesetRoutes from './tilesets/tilesets.routes.ts';

export default [
  projectRoutes,
  tilesetRoutes,
  structureRoutes,
  documentRoutes,
  layerRoutes,
  drawingRoutes,
  annotationRoutes,
  linkRoutes,
];
