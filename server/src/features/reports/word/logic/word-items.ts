/**
 * What a Word document repeats, and the values of each: records that the report holds anyway, written as its tables write them.
 * Inside of a structure, family or point what is repeated is of that one alone.
 */
import type { FamilyCode } from '@plumbline/contract/points/families';
import { ReportBlock } from '@plumbline/contract/reports/templates.blocks';
import type { LoopName } from '@plumbline/contract/reports/templates.word';
import {
  type BlockContext,
  chartsOf,
  completePercent,
  instant,
  masterCharts,
  type PlaceholderValue,
  pointValue,
  profileChart,
  type ReportLine,
  sized,
  viewCharts,
  whole,
  writeBlock,
} from '../../blocks/blocks.api.ts';
import type { PaperPart, PaperPictures } from '../../paper/paper.api.ts';
import { fieldWord, levelWord } from '../../words/words.api.ts';

export type Drawing = Extract<PaperPart, { part: 'drawing' }>;
/** Picture to insert: `text` is read to who cannot see it. */
export type WordPicture = { readonly text: string } & (
  | { readonly svg: string }
  /** PNG or JPEG. */
  | { readonly file: Uint8Array }
  | { readonly drawing: Drawing; readonly bytes: Uint8Array }
);
export type ItemValue = PlaceholderValue | { readonly picture: WordPicture };

export interface WordItem {
  readonly loop: LoopName;
  readonly values: Readonly<Record<string, () => ItemValue>>;
  readonly structure?: string;
  readonly family?: FamilyCode;
  readonly pointId?: number;
}
export interface ItemSource {
  readonly context: BlockContext;
  readonly pictures: PaperPictures;
}
type Scope = Pick<WordItem, 'structure' | 'family' | 'pointId'>;
type List = (source: ItemSource, scope: Scope) => WordItem[];

const text = (words: string | null | undefined) => (): ItemValue => (words ? { text: words } : null);
const at = (iso: string | null) => () => instant(iso === null ? null : Date.parse(iso));
const picture = (drawn: () => WordPicture | null) => (): ItemValue => {
  const pictures = drawn();
  return pictures && { picture: pictures };
};

const isIn = ({ structure, family, pointId }: Scope, line: ReportLine): boolean =>
  (structure === undefined || line.point.structure === structure) &&
  (family === undefined || line.point.family === family) &&
  (pointId === undefined || line.point.id === pointId);
const linesIn = ({ context }: ItemSource, scope: Scope): ReportLine[] =>
  context.content.lines.filter((line) => line.isMain && isIn(scope, line));

const structures: List = (source, scope) =>
  [...Map.groupBy(linesIn(source, scope), ({ point }) => point.structure)].map(([structure, lines]) => ({
    loop: 'structures',
    structure,
    values: { name: text(structure), points: () => whole(lines.length), level: text(worstOf(lines, source)) },
  }));

/** The highest level that something was compared for; nothing is called normal that was not. */
function worstOf(lines: readonly ReportLine[], { context: { words } }: ItemSource): string {
  const worst = lines
    .map(({ status }) => status)
    .filter(({ state, level }) => level !== null && (level > 0 || state === 'reporting'))
    .toSorted((a, b) => (b.level ?? 0) - (a.level ?? 0))[0];
  return (worst && levelWord(words, worst)) ?? words.withoutLimits;
}

const families: List = (source, scope) =>
  [...Map.groupBy(linesIn(source, scope), ({ point }) => point.family)].map(([family, lines]) => ({
    loop: 'families',
    family,
    values: {
      name: text(source.context.words.families[family]),
      points: () => whole(lines.length),
      unit: text(lines[0]?.field.unit),
    },
  }));

const pointKeys = [
  ...(['name', 'structure', 'unit', 'first', 'firstAt', 'last', 'lastAt', 'min', 'minAt', 'max', 'maxAt'] as const),
  ...(['mean', 'change', 'cumulative', 'rate', 'count', 'status'] as const),
];
const points: List = (source, scope) =>
  linesIn(source, scope).map((line) => {
    const { content, words } = source.context;
    return {
      loop: 'points',
      structure: line.point.structure,
      family: line.point.family,
      pointId: line.point.id,
      values: {
        ...Object.fromEntries(pointKeys.map((key) => [key, () => pointValue(line, key, content.language)])),
        family: text(words.families[line.point.family]),
        completeness: () => sized(completePercent(line.figures), 1),
        chart: picture(() => chartsOf([line], 1, content).map(({ title, svg }) => ({ text: title, svg }))[0] ?? null),
      },
    };
  });

/** Curves in one chart: as many as can be told apart. */
const perChart = 8;
const charts: List = (source, scope) =>
  chartsOf(linesIn(source, scope), perChart, source.context.content).map(({ structure, family, title, svg }) => ({
    loop: 'charts',
    structure,
    family,
    values: { title: text(title), picture: picture(() => ({ text: title, svg })) },
  }));

const profiles: List = (source, scope) =>
  source.context.content.extras.surveys
    .filter(({ point }) => scope.structure === undefined || point.structure === scope.structure)
    .map((surveys) => {
      const { name, structure } = surveys.point;
      return {
        loop: 'profiles',
        structure,
        values: {
          point: text(name),
          structure: text(structure),
          picture: picture(() => ({ text: name, svg: profileChart(source.context)(surveys).svg })),
        },
      };
    });

const isAt = (
  scope: Scope,
  { id, structure, family }: { id: number; structure: string; family: FamilyCode | null },
): boolean =>
  (scope.structure === undefined || structure === scope.structure) &&
  (scope.family === undefined || family === scope.family) &&
  (scope.pointId === undefined || id === scope.pointId);

/** A line and a section of one master are two. */
const masters: List = (source, scope) =>
  (source.context.content.extras.masters ?? [])
    .filter(({ point }) => isAt(scope, point))
    .flatMap((master) =>
      masterCharts(source.context)(master).map(({ title, svg }) => ({
        loop: 'masters',
        structure: master.point.structure,
        values: {
          point: text(master.point.name),
          structure: text(master.point.structure),
          title: text(title),
          picture: picture(() => ({ text: title, svg })),
        },
      })),
    );

/** The drawings and photos of the parts of views that the template has. */
const views: List = ({ context }, scope) =>
  viewCharts(context)
    .filter(({ pointId, structure, family }) => isAt(scope, { id: pointId, structure, family }))
    .map(({ name, point, structure, title, svg, photo }) => ({
      loop: 'views',
      structure,
      values: {
        name: text(name),
        point: text(point),
        structure: text(structure),
        title: text(title),
        picture: picture(() =>
          svg !== null ? { text: title, svg } : photo === null ? null : { text: title, file: photo },
        ),
      },
    }));

/** As the block of that kind writes them. */
const partsOf = (kind: 'drawings' | 'conclusions', { context }: ItemSource): PaperPart[] => {
  const templateBlock = context.content.template.blocks.find((block) => block.kind === kind);
  return writeBlock(templateBlock ?? ReportBlock.parse({ kind }), context);
};

const drawings: List = (source) =>
  partsOf('drawings', source).flatMap((part) => {
    const bytes = part.part === 'drawing' && source.pictures.get(part.picture);
    if (part.part !== 'drawing' || !bytes) return [];
    const values = { title: text(part.title), picture: picture(() => ({ text: part.title, drawing: part, bytes })) };
    return [{ loop: 'drawings', values }];
  });

const conclusions: List = (source) =>
  partsOf('conclusions', source)
    .flatMap((part) => (part.part === 'list' ? part.items : []))
    .map((words) => ({ loop: 'conclusions', values: { text: text(words) } }));

const alerts: List = ({ context: { content, words } }, { structure, family, pointId }) =>
  content.alerts
    .filter(
      (alert) =>
        (structure === undefined || alert.structureName === structure) &&
        (family === undefined || alert.family === family) &&
        (pointId === undefined || alert.pointId === pointId),
    )
    .map((alert) => ({
      loop: 'alerts',
      values: {
        at: at(alert.readingAt),
        point: text(alert.pointName),
        structure: text(alert.structureName),
        level: text(words.levels[alert.level]),
        measure: text(words.measures[alert.measure]),
        field: text(fieldWord(alert.family, alert.field, content.language)),
        value: () => sized(alert.value, alert.precision),
        threshold: () => sized(alert.threshold, alert.precision),
        unit: text(alert.unit),
        releasedAt: at(alert.releasedAt),
        reason: text(alert.reason),
        status: text(words.alertStatuses[alert.status]),
        settledBy: text(alert.settledBy),
        settledAt: at(alert.settledAt),
      },
    }));

const devices: List = ({ context: { content, words } }) =>
  content.devices.map((device) => ({
    loop: 'devices',
    values: {
      name: text(device.name),
      sncode: text(device.sncode),
      health: text(words.healths[device.status]),
      since: () => instant(device.since?.getTime()),
      lastSeenAt: () => instant(device.lastSeenAt?.getTime()),
      voltage: () => sized(device.voltage, 2),
    },
  }));

const photos: List = ({ context: { content } }, { structure, pointId }) =>
  content.extras.photos
    .filter(
      (photo) =>
        (structure === undefined || photo.structure === structure) &&
        (pointId === undefined || photo.pointId === pointId),
    )
    .map(({ name, structure: where, atMs, note, jpeg }) => ({
      loop: 'photos',
      values: {
        point: text(name),
        structure: text(where),
        note: text(note),
        at: () => instant(atMs),
        picture: picture(() => jpeg && { text: `${where}: ${name}`, file: jpeg }),
      },
    }));

const works: List = ({ context: { content, own } }) =>
  content.extras.works.map(({ startAt, endAt, kind, text: words, elevationM }) => ({
    loop: 'works',
    values: {
      from: at(startAt),
      until: at(endAt),
      kind: text(own.workKinds[kind]),
      description: text(words),
      elevation: () => sized(elevationM, 2),
    },
  }));

const rounds: List = ({ context: { content } }) =>
  content.extras.inspections.rounds.map((round) => ({
    loop: 'rounds',
    values: {
      plan: text(round.plan),
      where: text(round.where),
      at: at(round.finishedAt),
      by: text(round.finishedBy),
      faults: () => whole(round.faults),
      outOfLimits: () => whole(round.outOfLimits),
    },
  }));

const defects: List = ({ context: { content, own } }) =>
  content.extras.inspections.defects.map((defect) => ({
    loop: 'defects',
    values: {
      title: text(defect.title),
      where: text(defect.location),
      at: at(defect.raisedAt),
      note: text(defect.note),
      severity: text(own.severities[defect.severity]),
      status: text(own.defectStates[defect.state]),
    },
  }));

export const wordLists: { readonly [K in LoopName]: List } = {
  structures,
  families,
  points,
  charts,
  profiles,
  masters,
  views,
  drawings,
  alerts,
  devices,
  photos,
  works,
  rounds,
  defects,
  conclusions,
};
