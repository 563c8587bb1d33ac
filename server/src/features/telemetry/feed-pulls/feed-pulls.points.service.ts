/**
 * Points for what a feed brings, as somebody chose it in the preview: a device for each sender with the format that reads its
 * values, and a point for each channel of it. All are made or none: it is one transaction.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { Format } from '@plumbline/contract/kernel/formats';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { feedPulls } from '@plumbline/contract/telemetry/feed-pulls';
import { permissionsAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { createDevice } from '../../devices/devices/devices.create.api.ts';
import { batchCreate } from '../../points/batches/batches.create.api.ts';
import { places } from '../../site/projects/projects.api.ts';
import { assignSource, lockFeedOf } from '../feeds/feeds.senders.api.ts';

type Input = OutputOf<typeof feedPulls.quickCreate.input>;

/** Physical values as the source gives them. */
const digital = 4;

/** Throws notAllowed, sncodeExists, sourceInUse, feedsFull, and rowsRefused with the rows of points. */
export async function quickCreate(context: Context, input: Input) {
  const { corporationId, feedId, intoProjectId: projectId, structurePath, rows, sources } = input;
  const createStructures = await mayCreate(context, input);
  const feed = await lockFeedOf(context, corporationId, feedId);
  const format = formatOf(input);
  const channels = channelsOf(rows);
  for (const { source, sncode, name } of sources) {
    const { device } = await createDevice(context, {
      corporationId,
      sncode,
      name,
      model: 'feed',
      measurement: null,
      iccid: '',
      coordinates: null,
      channels: channels.map(({ channel, label }) => ({ number: channel, mode: digital, label })),
    });
    await assignSource(context, feed, { source, deviceId: device.id, format });
  }
  const { pointIds } = await batchCreate(context, {
    projectId,
    createStructures,
    dryRun: false,
    rows: sources.flatMap(({ sncode, name }) =>
      channels.map(({ channel, label, family }) => ({
        name: channels.length === 1 ? name : `${name} ${label}`.slice(0, 32),
        family,
        mode: digital,
        structurePath,
        sncode,
        channel,
      })),
    ),
  });
  await context.changed({ kind: 'feed', id: feedId, key: feed.key });
  return { devices: sources.length, pointIds };
}

/** Returns whether structures may be made too. Throws notFound for a project of somebody else, notAllowed for who may not make devices and points. */
async function mayCreate({ db, caller }: Context, { corporationId, intoProjectId }: Input): Promise<boolean> {
  const place = (await places(db, [intoProjectId])).get(intoProjectId);
  if (!place || place.corporationId !== corporationId) throw new Failure('notFound', { intoProjectId });
  // Devices belong to the corporation, points to the project.
  const inCorporation = permissionsAt(caller, { corporationId, projectIds: [], archived: false });
  if (!inCorporation.includes('Create:Device')) throw new Failure('notAllowed', { needs: 'Create:Device' });
  const permissions = permissionsAt(caller, place);
  if (!permissions.includes('Create:MeasuringPoint'))
    throw new Failure('notAllowed', { needs: 'Create:MeasuringPoint' });
  if (place.archived) throw new Failure('archived');
  return permissions.includes('Create:Structure');
}

/** Throws badInput where two rows give the same quantity of a channel, as the format would. */
function formatOf({ rows, time }: Input): Format {
  const format = Format.safeParse({
    content: 'json',
    time,
    rows: rows.map(({ from, channel, quantity }) => ({ from, channel, quantity })),
  });
  if (format.success) return format.data;
  throw new Failure(
    'badInput',
    format.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  );
}

/** Each channel once, with the last name of its first value's path; its family is that of its first row. */
function channelsOf(rows: Input['rows']) {
  const channels = new Map<string, { channel: string; label: string; family: Input['rows'][number]['family'] }>();
  for (const { channel, from, family } of rows)
    if (!channels.has(channel)) channels.set(channel, { channel, label: lastNameOf(from), family });
  return [...channels.values()];
}

const lastNameOf = (path: string): string =>
  (path.match(/[^.[\]"'\s]+/g)?.findLast((part) => !/^\d+$/.test(part)) ?? path).slice(0, 32);
