/** Draws the sites of the demonstration as map layers: data made of a few numbers, brought through the product's own routes. */
import { layers } from '@plumbline/contract/site/layers';
import type { Furnishing, Step } from './demo.client.ts';
import { spotOf } from './demo.make.ts';
import type { DemoProject } from './demo.shapes.ts';
import { metroSite, wanshouSite } from './demo.sites.city.ts';
import { baishaSite, luojiaSite } from './demo.sites.earthworks.ts';
import type { SiteDrawing, SiteShape } from './demo.sites.shapes.ts';
import { hengtangSite, qingheSite } from './demo.sites.water.ts';
import { world } from './demo.world.ts';

/** By the name of the project, the lowest first. */
export const sites: Readonly<Record<string, readonly SiteDrawing[]>> = {
  'Hengtang Earth Dam': hengtangSite,
  'Qinghe River Bridge': qingheSite,
  'Luojia Bay Foundation Pit': luojiaSite,
  'Baisha Landslide': baishaSite,
  'Metro Line 7, Guanshan-Luyin': metroSite,
  'Wanshou City Wall': wanshouSite,
};

function geometryOf(project: DemoProject, { type, at }: SiteShape) {
  const positions = at.map(([east, north]) => {
    const { longitude, latitude } = spotOf(project, east, north);
    return [Number(longitude.toFixed(7)), Number(latitude.toFixed(7))];
  });
  if (type === 'Point') return { type, coordinates: positions[0] };
  return { type, coordinates: type === 'Polygon' ? [[...positions, positions[0]]] : positions };
}

/** A drawing as GeoJSON at the place of its project. */
export const geoJsonOf = (project: DemoProject, { shapes }: SiteDrawing): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: shapes.map((shape) => ({
      type: 'Feature',
      properties: {
        ...(shape.name !== undefined && { name: shape.name }),
        ...(shape.elevation !== undefined && { elevation: shape.elevation }),
      },
      geometry: geometryOf(project, shape),
    })),
  });

/** A layer that is there already stays as people have left it. */
async function draw({ client, projects, madeMs }: Furnishing) {
  const on = new Date(madeMs - 150 * 86_400_000).toISOString().slice(0, 10);
  for (const project of world) {
    const projectId = projects.get(project.name);
    if (projectId === undefined) continue;
    const { layers: there } = await client.call(layers.list, { projectId });
    for (const drawing of sites[project.name] ?? []) {
      if (there.some(({ name }) => name === drawing.name)) continue;
      const { name, kind } = drawing;
      const bytes = Buffer.from(geoJsonOf(project, drawing));
      const file = { name: `${name}.geojson`, type: 'application/geo+json', bytes };
      await client.send(layers.upload, { projectId, name, kind, on }, file);
    }
  }
}

export const siteSteps: readonly Step[] = [['layers', draw]];
