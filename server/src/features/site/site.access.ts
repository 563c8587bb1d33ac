/** Where the records of this wing are, and what follows in it when points, projects or structures go or change. */
import type { WingAccess } from '../../kernel/lifecycle.ts';
import { lifecycle as documentLifecycle } from './documents/documents.events.ts';
import { lifecycle as drawingLifecycle } from './drawings/drawings.events.ts';
import { lifecycle as layerLifecycle } from './layers/layers.events.ts';
import * as projects from './projects/projects.api.ts';
import { lifecycle as projectLifecycle } from './projects/projects.events.ts';
import { projectsIn } from './projects/projects.named.api.ts';
import * as structures from './structures/structures.api.ts';
import { lifecycle as structureLifecycle } from './structures/structures.events.ts';
import { lifecycle as tilesetLifecycle } from './tilesets/tilesets.events.ts';

export default {
  places: {
    projectId: projects.places,
    structureId: structures.places,
  },
  lifecycle: {
    attached: [projectLifecycle, documentLifecycle, layerLifecycle, drawingLifecycle, tilesetLifecycle],
    structures: [structureLifecycle],
  },
  counts: { projects: projectsIn },
} satisfies WingAccess;
