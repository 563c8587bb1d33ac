import type { Template } from '@plumbline/contract/points/inspections.plans';
import type { TFunction } from 'i18next';

type Question = Template['questions'][number];
/** A number that is read on site: its unit, and from where on it may be. */
interface Measure {
  readonly unit: string;
  readonly min: number | null;
}
/** Questions by their keys, which stay the same in every language and version: `null` = fault or none. */
type Library = Readonly<Record<string, Readonly<Record<string, Measure | null>>>>;

/**
 * Ready templates after the usual inspection items of each kind of structure (for China those of SL 551, GB 50497, JTG 5120 and
 * JGJ 125). They are a beginning: what is saved is the project's own, in the words of whoever took it.
 */
const library = {
  dam: {
    crest: null,
    upstream: null,
    downstream: null,
    toe: null,
    water: null,
    weir: { unit: 'mm', min: 0 },
    level: { unit: 'm', min: null },
    abutments: null,
    spillway: null,
    burrows: null,
    instruments: null,
  },
  pit: {
    depth: { unit: 'm', min: 0 },
    wall: null,
    struts: null,
    anchors: null,
    bottom: null,
    dewatering: null,
    load: null,
    surface: null,
    buildings: null,
    pipes: null,
    instruments: null,
  },
  bridge: {
    deck: null,
    joints: null,
    railings: null,
    drainage: null,
    girders: null,
    cables: null,
    bearings: null,
    piers: null,
    scour: null,
    temperature: { unit: '°C', min: null },
    instruments: null,
  },
  tunnel: {
    lining: null,
    joints: null,
    leakage: null,
    bed: null,
    drainage: null,
    portal: null,
    fittings: null,
    crack: { unit: 'mm', min: 0 },
    instruments: null,
  },
  slope: {
    rain: { unit: 'mm', min: 0 },
    rear: null,
    face: null,
    toe: null,
    springs: null,
    drains: null,
    works: null,
    crack: { unit: 'mm', min: 0 },
    people: null,
    instruments: null,
  },
  house: {
    foundation: null,
    walls: null,
    crack: { unit: 'mm', min: 0 },
    floors: null,
    roof: null,
    tilt: null,
    facade: null,
    changes: null,
    use: null,
    surroundings: null,
  },
} as const satisfies Library;

export type LibraryKind = keyof typeof library;
export const libraryKinds = Object.keys(library) as LibraryKind[];

/** One of them in the language of the reader: its faults and numbers, then photos, remarks and a signature. */
export function libraryTemplate(kind: LibraryKind, t: TFunction): Pick<Template, 'name' | 'questions'> {
  const words = (key: string): string => t(`inspectionLibrary:templates.${kind}.asked.${key}` as never);
  const plain = { help: '', isRequired: true, options: [], unit: '', min: null, max: null };
  const questionsOfKind = Object.entries(library[kind] as Library[string]).map(
    ([key, measure]): Question =>
      measure === null
        ? {
            ...plain,
            key,
            kind: 'choice',
            label: words(key),
            options: [
              { label: t('inspectionLibrary:fine'), isFault: false },
              { label: t('inspectionLibrary:fault'), isFault: true },
            ],
          }
        : { ...plain, key, kind: 'number', label: words(key), unit: measure.unit, min: measure.min },
  );
  return {
    name: t(`inspectionLibrary:templates.${kind}.name`),
    questions: [
      ...questionsOfKind,
      { ...plain, key: 'photos', kind: 'photo', label: t('inspectionLibrary:photo'), isRequired: false },
      { ...plain, key: 'remarks', kind: 'text', label: t('inspectionLibrary:remarks'), isRequired: false },
      { ...plain, key: 'signature', kind: 'signature', label: t('inspectionLibrary:signature') },
    ],
  };
}
