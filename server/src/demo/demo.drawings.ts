/** Brings the drawings of the demonstration through the product's own routes: each with its scale, and points in its plane. */
import { drawings } from '@plumbline/contract/site/drawings';
import { placeAt } from '@plumbline/contract/site/drawings.scale';
import { structures } from '@plumbline/contract/site/structures';
import type { Furnishing, Step } from './demo.client.ts';
import { cityDrawings } from './demo.drawings.city.ts';
import { earthworksDrawings } from './demo.drawings.earthworks.ts';
import type { DemoDrawing } from './demo.drawings.shapes.ts';
import { waterDrawings } from './demo.drawings.water.ts';
import { pointsOf } from './demo.furnish.projects.ts';

type ByProject = Readonly<Record<string, Readonly<Record<string, readonly DemoDrawing[]>>>>;
/** By project and structure, in order: a structure may be drawn in more than one of the files. */
export const allDrawings: ByProject = [waterDrawings, earthworksDrawings, cityDrawings].reduce<
  Record<string, Record<string, readonly DemoDrawing[]>>
>((all, byProject: ByProject) => {
  for (const [project, byStructure] of Object.entries(byProject)) {
    const known = all[project] ?? {};
    for (const [structure, drawn] of Object.entries(byStructure))
      known[structure] = [...(known[structure] ?? []), ...drawn];
    all[project] = known;
  }
  return all;
}, {});

/** Where the points of a drawing lie on it. Throws where one lies outside. */
export function placesOf({ draw, places }: DemoDrawing) {
  const { scale } = draw();
  return Object.entries(places).map(([name, [across, up]]) => {
    const place = placeAt(scale, { across, up });
    if (!place) throw new Error(`${name} lies outside of its drawing`);
    return { name, place };
  });
}

/** A drawing that is whole already stays as people have left it. */
async function bring(
  { client }: Furnishing,
  structureId: number,
  drawing: DemoDrawing,
  pointIds: ReadonlyMap<string, { readonly id: number }>,
  on: string,
) {
  const { name, plane, draw } = drawing;
  const sheet = draw();
  const { drawings: there } = await client.call(drawings.list, { structureId });
  const file = { name: `${name}.svg`, type: 'image/svg+xml', bytes: sheet.svg() };
  const known = there.find((each) => each.name === name);
  const { id: drawingId, scale } =
    known ?? (await client.send(drawings.upload, { structureId, name, plane, on }, file)).drawing;
  if (scale === null) await client.call(drawings.update, { structureId, drawingId, scale: sheet.scale });
  const { drawing: made } = await client.call(drawings.get, { structureId, drawingId });
  const places = placesOf(drawing).flatMap(({ name: of, place }) => {
    const pointId = pointIds.get(of)?.id;
    return pointId === undefined ? [] : [{ pointId, place }];
  });
  if (made.places.length === 0 && places.length > 0)
    await client.call(drawings.place, { structureId, drawingId, places });
}

async function sketches(furnishing: Furnishing) {
  const { client, projects, madeMs } = furnishing;
  const on = new Date(madeMs - 120 * 86_400_000).toISOString().slice(0, 10);
  for (const [project, byStructure] of Object.entries(allDrawings)) {
    const projectId = projects.get(project);
    if (projectId === undefined) continue;
    const { structures: there } = await client.call(structures.list, { projectId });
    const pointIds = await pointsOf(furnishing, projectId);
    for (const [name, wanted] of Object.entries(byStructure)) {
      const found = there.find((each) => each.name === name && !each.isItem);
      if (!found) continue;
      for (const drawing of wanted) await bring(furnishing, found.id, drawing, pointIds, on);
      // On the map it is one place among others.
      if (found.displayType === 'MAP')
        await client.call(structures.setDisplayType, { structureId: found.id, displayType: 'IMG' });
    }
  }
}

export const drawingSteps: readonly Step[] = [['drawings', sketches]];
