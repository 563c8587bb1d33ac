/**
 * A probe that somebody lets down a casing of the demonstration once a month, beside the chain of sensors in it: near what the
 * chain measures, with the scatter of a probe, a zero that moves a little, and one depth at which the two part.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { batches } from '@plumbline/contract/points/batches';
import { fieldsOf } from '@plumbline/contract/points/families';
import { imports } from '@plumbline/contract/readings/imports';
import type { Furnishing, Step } from './demo.client.ts';
import { pointsOf } from './demo.furnish.projects.ts';
import { signalOfPoint, yearMs } from './demo.signals.ts';
import { world } from './demo.world.ts';

const casing = { project: 'Baisha Landslide', structure: 'Middle block', point: 'IN-B1' } as const;
const probe = 'IN-B1 probe';
const surveys = 12;
/** Where the two part, and by how much more from survey to survey, mm. */
const parting = { node: 7, mm: 0.08 } as const;

/** The casing with its logger, as the world has it. */
function findCasing() {
  const project = world.find(({ name }) => name === casing.project);
  const groups = project?.structures.find(({ name }) => name === casing.structure)?.groups ?? [];
  for (const group of groups) {
    const point = group.points.find(({ name }) => name === casing.point);
    if (project && point) return { site: project.name, group, point };
  }
  throw new Error(`the world of the demonstration has no ${casing.point}`);
}

/** Between -1 and 1, the same for the same numbers. */
const scatter = (survey: number, node: number): number => Math.sin(survey * 12.9898 + node * 78.233);

/** The displacement of the node that is farthest from where it stood. */
const farthest = (nodes: readonly (readonly [string, number | null])[]): number | null =>
  nodes.reduce<number | null>((most, [, mm]) => (mm !== null && Math.abs(mm) > Math.abs(most ?? 0) ? mm : most), null);

async function probed(furnishing: Furnishing) {
  const { client, madeMs, projects } = furnishing;
  const projectId = projects.get(casing.project);
  if (projectId === undefined) return;
  const { site, group, point } = findCasing();
  const { nodeCount = 0 } = point;
  const structurePath = [casing.structure, ...(group.item === null ? [] : [group.item])];
  if (!(await pointsOf(furnishing, projectId)).has(probe))
    await client.call(batches.batchCreate, {
      projectId,
      rows: [{ name: probe, family: point.family, type: 2, nodeCount, intervalSeconds: 31 * 86_400, structurePath }],
    });
  const made = (await pointsOf(furnishing, projectId)).get(probe);
  if (!made) return;
  const { values } = signalOfPoint(site, group.device, point, madeMs - yearMs);
  const fields = fieldsOf(point.family, nodeCount).map(({ key }) => key);
  const today = Math.floor(madeMs / dayMs) * dayMs;
  const rows = Array.from({ length: surveys }, (_, survey) => {
    // Ten in the morning by the clocks of the project; the last one a few days before it was made.
    const at = today - (3 + 30 * (surveys - 1 - survey)) * dayMs + 2 * 3_600_000;
    const measured = values(at);
    const read = (axis: 'x' | 'y', node: number): [string, number | null] => {
      const automatic = measured[fields.indexOf(`${axis}${node}`)] ?? null;
      const zero = axis === 'x' ? 0.004 * survey * (nodeCount - node) : 0;
      const apart = axis === 'x' && node === parting.node ? parting.mm * survey : 0;
      const mm = automatic === null ? null : automatic + zero + apart + 0.12 * scatter(survey, node);
      return [`${axis}${node}`, mm === null ? null : Number(mm.toFixed(2))];
    };
    const nodesOf = (axis: 'x' | 'y') => Array.from({ length: nodeCount }, (_each, i) => read(axis, i + 1));
    const [x, y] = [nodesOf('x'), nodesOf('y')];
    const entered = [['maxX', farthest(x)], ['maxY', farthest(y)], ...x, ...y];
    return { pointId: made.id, at: new Date(at).toISOString(), values: Object.fromEntries(entered) };
  });
  // The same values again change nothing.
  await client.call(imports.enterBatch, { projectId, rows, reason: 'Probe ZK-4, A0 and A180 read' });
}

export const probeSteps: readonly Step[] = [['probe', probed]];
