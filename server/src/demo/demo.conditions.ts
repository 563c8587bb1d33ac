/** Conditions over several points: piezometers of a section, level and seepage of the dam, the shape of a casing beside the pit. */
import { conditions } from '@plumbline/contract/alerts/conditions';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { points } from '@plumbline/contract/points/points';
import type { Furnishing, Step } from './demo.client.ts';
import { pointsOf } from './demo.furnish.projects.ts';

type Given = InputOf<typeof conditions.create.input>;
type Term = Given['groups'][number]['terms'][number];
const day = 86_400;

interface Place {
  readonly projectId: number;
  readonly structureId: number;
  /** The terms of points by name; those that are not there have none. */
  readonly term: (name: string, more: Omit<Term, 'pointId' | 'field'> & { readonly field?: string }) => Term[];
}

async function placeOf(furnishing: Furnishing, project: string, pointName: string): Promise<Place | null> {
  const projectId = furnishing.projects.get(project);
  if (projectId === undefined) return null;
  const all = await pointsOf(furnishing, projectId);
  const point = all.get(pointName);
  if (!point) return null;
  const { measuringPoint } = await furnishing.client.call(points.get, { pointId: point.id });
  return {
    projectId,
    structureId: measuringPoint.structureId,
    term: (name, more) => {
      const found = all.get(name);
      // A demonstration that stood still for a day still knows how its dam stood.
      return found ? [{ pointId: found.id, field: found.mainField, maxAgeSeconds: 2 * day, ...more }] : [];
    },
  };
}

async function add(
  { client }: Furnishing,
  { projectId, structureId }: Place,
  given: Omit<Given, 'projectId' | 'structureId'>,
) {
  const { conditions: there } = await client.call(conditions.list, { projectId });
  if (given.groups.some(({ terms }) => terms.length === 0) || there.some(({ name }) => name === given.name)) return;
  await client.call(conditions.create, { projectId, structureId, ...given });
}

/** The second limit of a point: what an ordinary year stays well below. */
async function secondLimit({ client }: Furnishing, pointId: number): Promise<number | null> {
  const { thresholds } = await client.call(points.get, { pointId });
  return thresholds[0]?.levels[1] ?? null;
}

async function conditionsOfDam(furnishing: Furnishing) {
  const place = await placeOf(furnishing, 'Hengtang Earth Dam', 'PZ-240-1');
  if (!place) return;
  const all = await pointsOf(furnishing, place.projectId);
  const terms: Term[] = [];
  for (const name of ['PZ-240-1', 'PZ-240-2', 'PZ-240-3', 'PZ-240-4']) {
    const point = all.get(name);
    const high = point ? await secondLimit(furnishing, point.id) : null;
    if (high !== null) terms.push(...place.term(name, { kind: 'value', high, consecutive: 3 }));
  }
  await add(furnishing, place, {
    name: 'Two piezometers of section 0+240',
    note: 'One may be faulty; two at once are the phreatic line. Inspect the downstream face, read the weirs by hand.',
    level: 3,
    groups: [{ combine: 'atLeast', count: 2, terms }],
    clearDelaySeconds: 3600,
  });
  await add(furnishing, place, {
    name: 'Rising level and rising seepage',
    note: 'Seepage that follows the reservoir within days is a path that opens.',
    level: 4,
    groups: [
      {
        combine: 'all',
        terms: [
          ...place.term('RL-01 level', { kind: 'rate', high: 1, spanSeconds: day }),
          ...place.term('WE-01', { kind: 'rate', high: 5, spanSeconds: day }),
        ],
      },
    ],
    raiseDelaySeconds: 3600,
  });
}

async function conditionsOfPit(furnishing: Furnishing) {
  for (const [project] of furnishing.projects) {
    const place = await placeOf(furnishing, project, 'IN-07');
    if (!place) continue;
    const shape = { side: 'outside', axis: 'x', field: 'maxX' } as const;
    await add(furnishing, place, {
      name: 'Casing behind the wall bends',
      note: 'A kink between two struts. Read the struts beside it and stop digging in this bay.',
      level: 4,
      groups: [
        {
          combine: 'all',
          terms: [
            ...place.term('IN-07', { kind: 'slope', low: -40, high: 40, ...shape }),
            ...place.term('IN-07', { kind: 'profile', low: -80, high: 80, ...shape }),
          ],
        },
      ],
    });
  }
}

export const conditionSteps: readonly Step[] = [
  ['conditions of the dam', conditionsOfDam],
  ['conditions of the pit', conditionsOfPit],
];
