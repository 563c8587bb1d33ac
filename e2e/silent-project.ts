/** A project of fifty points of which six report, at Blue, and forty-four are silent: one of them was Red when last read. */
import { png } from '../server/test/pictures.ts';
import type { Site } from './site.ts';
import { makeProject } from './worlds.ts';

export const [pointCount, reportingCount, staleCount] = [50, 6, 8];
/** How long ago the stale points were read. */
const staleMinutes = 31;

export interface SilentProject {
  readonly projectId: number;
  readonly structureId: number;
  /** Those that report first, then the stale ones, then those never read. */
  readonly pointIds: readonly number[];
}

export async function makeSilentProject(site: Site): Promise<SilentProject> {
  const { request } = site;
  const project = await makeProject(site, 'Hengtang Dam');
  const projectId = project.id;
  await request('POST', `/projects/${projectId}/measuring-points/batch`, {
    createStructures: true,
    rows: Array.from({ length: pointCount }, (_, i) => ({
      name: `MAN-${i + 1}`,
      family: 'temperature',
      mode: 4,
      type: 2,
      intervalSeconds: 60,
      structurePath: ['Main dam'],
      coordinates: { longitude: 114.3 + (i % 10) / 1000, latitude: 30.6 + Math.floor(i / 10) / 1000 },
      imageLocation: { x: 0.05 + (i % 10) / 11, y: 0.1 + Math.floor(i / 10) / 6 },
    })),
  });
  const { rows } = await request<{ rows: { id: number; name: string; structureId: number }[] }>(
    'GET',
    `/projects/${projectId}/measuring-points/rows`,
  );
  const pointIds = rows.map(({ id }) => id);
  const { structureId } = rows[0]!;
  const limits = { field: 'temperature', kind: 'value', method: 'upper', levels: [10, 20, 30, 40] };
  for (const id of pointIds.slice(0, reportingCount + staleCount))
    await request('PUT', `/measuring-points/${id}/thresholds`, { thresholds: [limits] });
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();
  await request('POST', `/projects/${projectId}/artificial-data`, {
    rows: pointIds.slice(0, reportingCount + staleCount).map((pointId, i) => ({
      pointId,
      at: at(i < reportingCount ? 0 : staleMinutes),
      values: { temperature: i < reportingCount ? 12 : i === reportingCount ? 45 : 5 },
    })),
  });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'plan.png');
  await request('PUT', `/structures/${structureId}/picture`, form);
  return { projectId, structureId, pointIds };
}
