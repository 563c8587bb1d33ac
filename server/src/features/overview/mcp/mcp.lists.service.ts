/** Tools that list: projects, structures, points, alerts. Pages are cut here where the route answers with all of them. */
import { alertStatuses, alerts } from '@plumbline/contract/alerts/alerts';
import { mcpLimits } from '@plumbline/contract/overview/mcp';
import { id, instant } from '@plumbline/contract/points/fields';
import { points } from '@plumbline/contract/points/points';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { z } from 'zod';
import { type Facts, sourceOf } from './logic/answer.ts';
import { levelWord, statusFacts } from './logic/states.ts';
import { tool } from './logic/tools.ts';

const keyword = z.string().trim().min(1).max(50).optional().describe('Part of a name');
const paging = {
  page: z.int().min(1).max(10_000).default(1),
  pageSize: z.int().min(1).max(mcpLimits.pageSize).default(20),
};

interface Paged {
  readonly page: number;
  readonly pageSize: number;
}

/** One page of a whole list, and what it is a page of. */
function pageOf<T>(all: readonly T[], { page, pageSize }: Paged, factsOf: (each: T) => Facts) {
  const rows = all.slice((page - 1) * pageSize, page * pageSize);
  return { total: all.length, page, pages: pagesOf(all.length, pageSize), list: rows.map(factsOf) };
}
const pagesOf = (total: number, pageSize: number) => Math.ceil(total / pageSize);

/** The same of several words: a row is looked for by its name in lower case. */
const named = <T extends { readonly name: string }>(all: readonly T[], word: string | undefined) =>
  word === undefined ? all : all.filter(({ name }) => name.toLowerCase().includes(word.toLowerCase()));

export const listTools = [
  tool({
    name: 'list_projects',
    title: 'Projects',
    description: 'The projects that the token may see: name, time zone, whether archived, levels and silent points.',
    needs: [],
    input: z.strictObject({ keyword, ...paging }),
    async answer(read, { keyword, ...paged }) {
      const input = { keyword };
      const all = (await read(projects.list, input)).projects;
      const { list, ...page } = pageOf(all, paged, ({ id, name, address, timeZone, archivedAt, summary }) => ({
        projectId: id,
        name,
        address,
        timeZone,
        archivedAt,
        ...flat(statusFacts(summary.status)),
        openAlerts: summary.openAlerts.reduce((sum, count) => sum + count, 0),
        latestReadingAt: summary.latestAt,
      }));
      return { facts: { ...page, projects: list }, sources: [sourceOf(projects.list, input)] };
    },
  }),
  tool({
    name: 'list_structures',
    title: 'Structures',
    description: 'Structures and items (parts of structures) of a project, each with the state of its points.',
    needs: ['Retrieve:Structure'],
    input: z.strictObject({ projectId: id, keyword, ...paging }),
    async answer(read, { projectId, keyword, ...paged }) {
      const all = named((await read(structures.list, { projectId })).structures, keyword);
      const { list, ...page } = pageOf(all, paged, ({ id, parentId, name, type, status, openAlerts }) => ({
        structureId: id,
        parentId,
        name,
        type,
        ...flat(statusFacts(status)),
        openAlerts,
      }));
      return { facts: { ...page, structures: list }, sources: [sourceOf(structures.list, { projectId })] };
    },
  }),
  tool({
    name: 'list_points',
    title: 'Measuring points',
    description: 'Measuring points of a project or structure, with what they measure and the state of their data.',
    needs: ['Retrieve:MeasuringPoint'],
    input: z.strictObject({ projectId: id, structureId: id.optional(), keyword, ...paging }),
    async answer(read, input) {
      const { measuringPoints, total } = await read(points.list, input);
      const list = measuringPoints.map(({ id, structureId, name, family, mainField, status, latest }) => ({
        pointId: id,
        structureId,
        name,
        family,
        mainField,
        latestReadingAt: latest?.at ?? null,
        ...flat(statusFacts(status)),
      }));
      const { page, pageSize } = input;
      const facts = { total, page, pages: pagesOf(total, pageSize), points: list };
      return { facts, sources: [sourceOf(points.list, input)] };
    },
  }),
  tool({
    name: 'list_alerts',
    title: 'Alerts',
    description: 'Alerts of one project or of all, open ones first, then by level and time. Open = Pending and Notice.',
    needs: ['Retrieve:Alert'],
    input: z.strictObject({
      projectId: id.optional(),
      status: z.enum([...alertStatuses, 'Open']).optional(),
      level: z.int().min(1).max(4).optional().describe('1 blue, 2 yellow, 3 orange, 4 red'),
      structureId: id.optional(),
      pointId: id.optional(),
      keyword,
      from: instant.optional().describe('ISO 8601 with its zone'),
      to: instant.optional(),
      ...paging,
    }),
    async answer(read, { projectId, ...filter }) {
      const [route, input] =
        projectId === undefined
          ? ([alerts.list, filter] as const)
          : ([alerts.ofProject, { projectId, ...filter }] as const);
      const answered =
        projectId === undefined
          ? await read(alerts.list, filter)
          : await read(alerts.ofProject, { projectId, ...filter });
      const { page, pageSize } = filter;
      const list = answered.alerts.map((alert) => ({
        alertId: alert.id,
        projectName: alert.projectName,
        structureName: alert.structureName,
        pointId: alert.pointId,
        pointName: alert.pointName,
        field: alert.field,
        measure: alert.measure,
        level: alert.level,
        levelWord: levelWord(alert.level),
        status: alert.status,
        value: alert.value,
        limit: alert.threshold,
        unit: alert.unit,
        measuredAt: alert.readingAt,
        raisedAt: alert.raisedAt,
        releasedAt: alert.releasedAt,
      }));
      const { total } = answered;
      const facts = { total, page, pages: pagesOf(total, pageSize), byStatus: answered.counts, alerts: list };
      return { facts, sources: [sourceOf(route, input)] };
    },
  }),
];

/** Of a list: the state and what it means; the rest is read where a point is described. */
const flat = ({ state, levelNow, meaning }: Facts): Facts => ({ state, levelNow, meaning }) as Facts;
