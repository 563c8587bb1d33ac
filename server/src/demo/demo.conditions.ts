/** Conditions over several points: piezometers of a section, level and seepage, the shape of a casing, cables, wind, rain and movement, rings, a crack with a lean. */
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

/** That points stand at their second limit, a term each. */
async function atSecondLimit(furnishing: Furnishing, place: Place, names: readonly string[]): Promise<Term[]> {
  const all = await pointsOf(furnishing, place.projectId);
  const terms: Term[] = [];
  for (const name of names) {
    const point = all.get(name);
    const high = point ? await secondLimit(furnishing, point.id) : null;
    if (high !== null) terms.push(...place.term(name, { kind: 'value', high }));
  }
  return terms;
}

async function conditionsOfDam(furnishing: Furnishing) {
  const place = await placeOf(furnishing, 'Hengtang Earth Dam', 'PZ-240-1');
  if (!place) return;
  const section = ['PZ-240-1', 'PZ-240-2', 'PZ-240-3', 'PZ-240-4'];
  const terms = (await atSecondLimit(furnishing, place, section)).map((term) => ({ ...term, consecutive: 3 }));
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

async function conditionsOfBridge(furnishing: Furnishing) {
  const place = await placeOf(furnishing, 'Qinghe River Bridge', 'CF-U-07');
  if (!place) return;
  const slack = (name: string) => place.term(name, { kind: 'rate', side: 'below', low: -120, spanSeconds: day });
  await add(furnishing, place, {
    name: 'Two cables lose force',
    note: 'One may be its sensor; two at once are the pylon or an anchorage. Close the bridge to lorries and look at the sockets.',
    level: 4,
    groups: [{ combine: 'all', terms: [...slack('CF-U-07'), ...slack('CF-U-08')] }],
    raiseDelaySeconds: 1800,
  });
  const deck = await placeOf(furnishing, 'Qinghe River Bridge', 'VB-C-02');
  if (!deck) return;
  await add(furnishing, deck, {
    name: 'Storm on a deck that vibrates',
    note: 'Wind alone moves the deck without harm. With vibration it may be vortices: close the bridge and call the designer.',
    level: 3,
    groups: [
      {
        combine: 'all',
        terms: [
          ...deck.term('WS-01', { kind: 'value', field: 'windSpeed', high: 20 }),
          ...(await atSecondLimit(furnishing, deck, ['VB-C-02'])),
        ],
      },
    ],
    clearDelaySeconds: 1800,
  });
}

async function conditionsOfSlope(furnishing: Furnishing) {
  const place = await placeOf(furnishing, 'Baisha Landslide', 'GN-04');
  if (!place) return;
  await add(furnishing, place, {
    name: 'Heavy rain and faster movement',
    note: 'Movement that follows the rain of a day comes before the slide. Walk the head scarp, warn the village committee.',
    level: 3,
    groups: [
      {
        combine: 'all',
        terms: [
          ...place.term('RG-02', { kind: 'sum', field: 'interval', high: 80, spanSeconds: day }),
          ...place.term('GN-04', { kind: 'rate', high: 12, spanSeconds: day }),
        ],
      },
    ],
    clearDelaySeconds: 6 * 3600,
  });
  await add(furnishing, place, {
    name: 'Failure of the upper block within a week',
    note: 'Inverse velocity (Fukuzono). Clear the houses below the county road.',
    level: 4,
    groups: [
      {
        combine: 'all',
        terms: place.term('GN-05', { kind: 'failure', side: 'below', low: 168, spanSeconds: 14 * day, minR2: 0.85 }),
      },
    ],
  });
}

async function conditionsOfCity(furnishing: Furnishing) {
  const rings = await placeOf(furnishing, 'Metro Line 7, Guanshan-Luyin', 'CV-410');
  if (rings)
    await add(furnishing, rings, {
      name: 'Two rings close together',
      note: 'One ring may be its bolts; two in a row are the ground. Speed limit, and look for building work above.',
      level: 4,
      groups: [{ combine: 'all', terms: await atSecondLimit(furnishing, rings, ['CV-410', 'CV-412']) }],
    });
  const gate = await placeOf(furnishing, 'Wanshou City Wall', 'CR-07');
  if (gate)
    await add(furnishing, gate, {
      name: 'The crack opens and the gate leans',
      note: 'A crack that follows the warmth is no harm. With a lean it is the footing: close the passage.',
      level: 4,
      groups: [{ combine: 'all', terms: await atSecondLimit(furnishing, gate, ['CR-07', 'TL-08']) }],
      raiseDelaySeconds: 600,
    });
}

export const conditionSteps: readonly Step[] = [
  ['conditions of the dam', conditionsOfDam],
  ['conditions of the pit', conditionsOfPit],
  ['conditions of the bridge', conditionsOfBridge],
  ['conditions of the slope', conditionsOfSlope],
  ['conditions of the city', conditionsOfCity],
];
