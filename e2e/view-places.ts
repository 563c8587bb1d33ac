import type { Point } from '@plumbline/contract/points/points';
import { type ViewName, viewNames, viewsOf } from '@plumbline/contract/views/views';
import { velocities } from '../server/src/demo/demo.waveforms.ts';
import type { Site } from './site.ts';

/** Views of what somebody brings as files: only some of the points that offer them have any. */
const pointsWithFiles: Partial<Record<ViewName, string>> = { 'idm-event': 'VB-09', 'image-list': 'CR-U-01' };

/** A point of each view, among all that a user may see; a view that no point offers is missing. */
export async function viewPlaces(get: <T>(path: string) => Promise<T>): Promise<ReadonlyMap<ViewName, Point>> {
  const { projects } = await get<{ projects: { id: number }[] }>('/projects');
  const lists = await Promise.all(
    projects.map(({ id }) => get<{ measuringPoints: Point[] }>(`/projects/${id}/measuring-points`)),
  );
  const all = lists.flatMap(({ measuringPoints }) => measuringPoints);
  return new Map(
    viewNames.flatMap((name) => {
      const offering = all.filter((each) => viewsOf(each).includes(name));
      const point = offering.find((each) => each.name === pointsWithFiles[name]) ?? offering[0];
      return point ? [[name, point] as const] : [];
    }),
  );
}

/** A blast, mm/s along three axes. */
export const waveform = { rateHz: 200, axes: velocities('blast', 501) };

/** Stores it as a recording of yesterday: an installation of a test has none. */
export async function bringWaveform(site: Pick<Site, 'request'>, pointId: number): Promise<void> {
  const rows = Array.from(waveform.axes[0] ?? [], (_, i) => waveform.axes.map((axis) => axis[i]).join(','));
  const start = new Date(Date.now() - 86_400_000).toISOString();
  const head = [`start,${start}`, `rate,${waveform.rateHz}`, 'unit,mm/s', 'x,y,z'];
  const form = new FormData();
  form.append('file', new File([[...head, ...rows].join('\n')], 'blast.csv', { type: 'text/csv' }));
  await site.request('POST', `/measuring-points/${pointId}/waveforms`, form);
}
