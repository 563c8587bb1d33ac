/**
 * What a file of records is to hold, checked and counted before any work, and read piece by piece when it is written.
 * Invariant: what is refused is refused here; records come from what the screens read.
 */
import { limits } from '@plumbline/contract/kernel/constants';
import { Failure } from '@plumbline/contract/kernel/errors';
import { maxCharts, type RecordKind, type RecordsRequest } from '@plumbline/contract/reports/exports.records';
import type { Caller } from '../../../../kernel/context.ts';
import { plainFileName } from '../../../../kernel/file-names.ts';
import { requireRow } from '../../../../kernel/rows.ts';
import { countAlerts, eachAlert } from '../../../alerts/alerts/alerts.api.ts';
import { devicesOfProject } from '../../../devices/devices/devices.read.api.ts';
import { countOperations, eachOperation } from '../../../platform/operations/operations.api.ts';
import { namedPoints } from '../../../points/points/points.api.ts';
import { tableRows } from '../../../points/points/points.lists.api.ts';
import { ofProject as rulesOfProject } from '../../../points/points/points.rules.api.ts';
import { pointTable } from '../../../points/sheets/sheets.points.api.ts';
import { type NamedProject, namedProject } from '../../../site/projects/projects.named.api.ts';
import { places as structurePlaces, structuresOfProject } from '../../../site/structures/structures.api.ts';
import { viewTitle, viewWordsOf } from '../../paper-views/paper-views.drawn.api.ts';
import { chartFiles } from './chart-files.ts';
import { clockOf } from './export-rows.ts';
import type { Basis, FilesContent, RecordReads, TableContent } from './record-content.ts';
import {
  alertTable,
  deviceTable,
  operationTable,
  type RecordTable,
  recordParts,
  structureTable,
  thresholdTable,
} from './record-tables.ts';
import { recordWordsOf } from './record-words.ts';

export interface RecordsPlan {
  readonly request: RecordsRequest;
  readonly project: NamedProject;
  readonly fileName: string;
  readonly rows: number;
  readonly content: TableContent | FilesContent;
}
type Contents = Pick<RecordsPlan, 'rows' | 'content'>;

/** Throws notFound for a structure that is none of the project, and startAfterEnd. */
export async function planRecords(reads: RecordReads, request: RecordsRequest): Promise<RecordsPlan> {
  const { db, now } = reads;
  const { projectId, from, to, structureId } = request;
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) throw new Failure('startAfterEnd');
  const project = requireRow(await namedProject(db, projectId), { projectId });
  if (structureId !== undefined) {
    const place = (await structurePlaces(db, [structureId])).get(structureId);
    if (!place?.projectIds.includes(projectId)) throw new Failure('notFound', { structureId });
  }
  const contents = await contentsOf[request.kind]({ ...reads, request, project });
  return { request, project, fileName: fileNameOf(project, request, now), ...contents };
}

/** A workbook has so many rows and no more. Throws exportTooManyRows. */
export function refuseTooManyRows({ request, rows }: Pick<RecordsPlan, 'request' | 'rows'>): void {
  const maxRows = maxRowsOf(request);
  if (maxRows !== null && rows > maxRows) throw new Failure('exportTooManyRows', { maxRows, rows });
}
export const maxRowsOf = ({ format }: RecordsRequest): number | null =>
  ({ xlsx: limits.exportMaxRows, zip: maxCharts, csv: null })[format];

function fileNameOf({ name, timeZone }: NamedProject, request: RecordsRequest, now: Date): string {
  const { kind, language, format, chart } = request;
  const view = kind === 'charts' && chart ? ` ${viewTitle(chart, viewWordsOf(language))}` : '';
  const plain = plainFileName(name.replace(/[\\/:*?"<>|]+/g, ' '));
  return `${plain} ${recordWordsOf(language)(kind)}${view} ${clockOf(timeZone).text(now.getTime()).slice(0, 10)}.${format}`;
}

const partsOf = ({ request, project }: Basis) => recordParts(request.language, project.timeZone);

const contentsOf: Readonly<Record<RecordKind, (basis: Basis) => Promise<Contents>>> = {
  async alerts(basis) {
    const { db, request, project } = basis;
    const { from, to, structureId } = request;
    const span = { from, to, structureId };
    return {
      rows: await countAlerts(db, project.id, span),
      content: cellsOf(alertTable(partsOf(basis)), () => eachAlert(db, project.id, span)),
    };
  },
  async devices(basis) {
    const { db, now, project } = basis;
    const devices = await devicesOfProject(db, insider(project), now, project.id);
    return { rows: devices.length, content: cellsOf(deviceTable(partsOf(basis), project.id), () => devices) };
  },
  async points({ db, request, project }) {
    const { rows } = await tableRows(db, { projectId: project.id, structureId: request.structureId });
    return { rows: rows.length, content: pointTable(rows, request.language) };
  },
  async thresholds(basis) {
    const { db, project } = basis;
    const [points, rules] = await Promise.all([namedPoints(db, project.id, 'all'), rulesOfProject(db, project.id)]);
    const byPoint = Map.groupBy(rules, ({ pointId }) => pointId);
    const named = points.flatMap((point) =>
      (byPoint.get(point.id) ?? []).map(({ threshold }) => ({ point, threshold })),
    );
    return { rows: named.length, content: cellsOf(thresholdTable(partsOf(basis)), () => named) };
  },
  async structures(basis) {
    const { db, now, project } = basis;
    const structures = await structuresOfProject(db, project.id, now);
    const names = new Map(structures.map(({ id, name }) => [id, name]));
    return { rows: structures.length, content: cellsOf(structureTable(partsOf(basis), names), () => structures) };
  },
  async operations(basis) {
    const { db, request, project } = basis;
    const span = { corporationId: project.corporationId, projectId: project.id, from: request.from, to: request.to };
    return {
      rows: await countOperations(db, span, operationsCounted),
      content: cellsOf(operationTable(partsOf(basis)), () => eachOperation(db, span)),
    };
  },
  charts: chartFiles,
};
/** Beyond what any workbook takes the exact number is of no use. */
const operationsCounted = 1_000_000;

/** Somebody who sees this project and no other: devices name what they feed here, and nothing of elsewhere. */
const insider = ({ id, corporationId }: NamedProject): Caller => ({
  accountId: 0,
  name: '',
  displayName: '',
  type: 'Normal',
  corporationId,
  tokenId: 0,
  tokenKind: 'session',
  projects: new Map([[id, new Set()]]),
});

const cellsOf = <T>({ columns, cells }: RecordTable<T>, records: () => AsyncIterable<T> | Iterable<T>) => ({
  columns,
  async *cells() {
    for await (const record of records()) yield cells(record);
  },
});
