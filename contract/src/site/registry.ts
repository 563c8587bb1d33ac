/** The routes of this wing by feature. */
import { annotations } from './annotations.ts';
import { documents } from './documents.ts';
import { drawings } from './drawings.ts';
import { layers } from './layers.ts';
import { links } from './links.ts';
import { projectGroups } from './projects.groups.ts';
import { projectPeople } from './projects.people.ts';
import { projects } from './projects.ts';
import { structures } from './structures.ts';
import { tilesets } from './tilesets.ts';

export default {
  projects: { ...projects, ...projectGroups, ...projectPeople },
  tilesets,
  structures,
  documents,
  layers,
  drawings,
  annotations,
  links,
};
