/** The routes of this wing by feature. */
import { corporationArchives } from './corporation-archives.ts';
import { corporationRemoval } from './corporation-removal.ts';
import { dashboards } from './dashboards.ts';
import { demonstration } from './demonstration.ts';
import { mcp } from './mcp.ts';
import { stats } from './stats.ts';
import { statusPages } from './status-pages.ts';
import { walls } from './walls.ts';

export default {
  stats,
  statusPages,
  dashboards,
  walls,
  corporationArchives,
  corporationRemoval,
  demonstration,
  mcp,
};
