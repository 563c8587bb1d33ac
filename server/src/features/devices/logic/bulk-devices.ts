/**
 * Many devices judged before one is made: what each row lacks, in the names of the catalogue. Invariant: the queries are
 * the same for one row and a thousand, and what passes here can be inserted.
 */
import { BulkDevice } from '@plumbline/contract/devices.bulk';
import type { ErrorName, Failure } from '@plumbline/contract/errors';
import type { Model } from '@plumbline/contract/models';
import type { RowProblem } from '@plumbline/contract/points.rows';
import type { Db } from '../../../kernel/context.ts';
import { problemsOfInput, problemsOfIssues } from '../../../kernel/row-problems.ts';
import { modelsOf } from '../../models/models.api.ts';
import { hashOf } from '../../sessions/sessions.api.ts';
import { existingKeys, type NewDevice } from '../devices.bulk.table.ts';
import { wholeChannel } from '../devices.list.table.ts';
import { channelsFault, collectorFault, configFault, merged, newChannel } from './channel-rules.ts';
import { makeSecret } from './device-secret.ts';

interface Judged {
  readonly problems: readonly RowProblem[];
  /** Those without a problem, with the row that they come from. */
  readonly sound: readonly { readonly row: number; readonly device: BulkDevice; readonly model: Model | undefined }[];
}

/** A failure of a rule as problems of a row. */
const problemsOf = (row: number, path: string, { name, detail }: Failure): RowProblem[] =>
  name === 'badInput' ? problemsOfInput(row, detail) : [{ row, path, error: name, detail }];

/** Every problem of every row. Rows of which something is wrong already (`skip`) are judged no further. */
export async function judgeBulk(
  db: Db,
  corporationId: number,
  rows: readonly unknown[],
  skip: ReadonlySet<number> = new Set(),
): Promise<Judged> {
  const problems: RowProblem[] = [];
  const add = (row: number, path: string, error: ErrorName, detail?: unknown) =>
    problems.push({ row, path, error, ...(detail !== undefined && { detail }) });
  const read: { row: number; device: BulkDevice }[] = [];
  for (const [row, values] of rows.entries()) {
    if (skip.has(row)) continue;
    const parsed = BulkDevice.safeParse(values);
    if (parsed.success) read.push({ row, device: parsed.data });
    else problems.push(...problemsOfIssues(row, parsed.error.issues, 'fieldNotOfModel'));
  }
  const models = await modelsOf(
    db,
    read.map(({ device }) => device.model),
  );
  const whole = read.map(({ row, device }) => {
    const model = models.get(device.model.toLowerCase());
    return { row, model, device, register: device.register ?? (model?.registerIsSame ? device.sncode : null) };
  });
  const named = [
    ...new Set(read.flatMap(({ device: { sncode, collector, dtu } }) => [sncode, collector ?? '', dtu ?? ''])),
  ].filter(Boolean);
  const there = await existingKeys(
    db,
    named,
    whole.flatMap(({ register }) => register ?? []),
  );
  const types = new Map(whole.map(({ device, model }) => [device.sncode, device.type ?? model?.type ?? 'measuring']));
  const sncodes = new Map<string, number>();
  const registers = new Map<string, number>();

  for (const { row, device, model, register } of whole) {
    const { sncode } = device;
    const existing = there.devices.get(sncode);
    if (existing)
      add(row, 'sncode', 'sncodeExists', { sncode, ...(existing.corporationId === corporationId && { own: true }) });
    else if (sncodes.has(sncode)) add(row, 'sncode', 'sncodeExists', { sncode, row: sncodes.get(sncode) });
    else sncodes.set(sncode, row);
    if (register !== null) {
      if (there.registers.has(register)) add(row, 'register', 'registerExists', { register });
      else if (registers.has(register))
        add(row, 'register', 'registerExists', { register, row: registers.get(register) });
      else registers.set(register, row);
    }
    const channels = device.channels?.map(wholeChannel) ?? [];
    const fault = channelsFault([], channels, { model, hem: [], processor: {} });
    if (fault) problems.push(...problemsOf(row, 'channels', fault));
    const config = device.config && configFault(merged({}, device.config), model);
    if (config) problems.push(...problemsOf(row, 'config', config));
    const way = device.collectorType && collectorFault(device.collectorType, model);
    if (way) problems.push(...problemsOf(row, 'collectorType', way));
    for (const [path, type] of [
      ['collector', 'collector'],
      ['dtu', 'DTU'],
    ] as const) {
      const via = device[path];
      if (!via) continue;
      const other = there.devices.get(via);
      const ofHouse = other && other.corporationId === corporationId ? other.type : undefined;
      const found = ofHouse ?? types.get(via);
      const own = types.get(sncode);
      if (found === undefined) add(row, path, 'notFound', { sncode: via });
      else if (found !== type || via === sncode || own === 'DTU' || (own === 'collector' && type === 'collector'))
        add(row, path, 'associationInvalid', { sncode: via });
    }
  }
  const wrong = new Set(problems.map(({ row }) => row));
  return {
    problems: problems.sort((a, b) => a.row - b.row),
    sound: whole.filter(({ row }) => !wrong.has(row)),
  };
}

/** The channels of a device: those of the row, else those of its model, else one digital one. */
export const channelsMade = ({ device, model }: Judged['sound'][number]) =>
  device.channels?.map(wholeChannel) ?? model?.channels ?? [newChannel('1', undefined)];

/** A device as it will be kept, with what its model says where the row says nothing, and its secret. */
export function newDevice({ row, device, model }: Judged['sound'][number]): { device: NewDevice; secret: string } {
  const secret = makeSecret();
  const channels = channelsMade({ row, device, model });
  return {
    secret,
    device: {
      sncode: device.sncode,
      name: device.name ?? device.sncode,
      model: model?.code ?? device.model,
      type: device.type ?? model?.type ?? 'measuring',
      category: device.category ?? null,
      collectorType: device.collectorType ?? null,
      manufacturer: device.manufacturer ?? model?.manufacturer ?? '',
      measurement: device.measurement ?? null,
      iccid: device.iccid ?? '',
      register: device.register ?? (model?.registerIsSame ? device.sncode : null),
      mounted: device.mounted ?? false,
      longitude: device.coordinates?.longitude ?? null,
      latitude: device.coordinates?.latitude ?? null,
      channels,
      config: merged({}, device.config ?? {}),
      secretHash: hashOf(secret).toString('hex'),
      collector: device.collector ?? null,
      dtu: device.dtu ?? null,
    },
  };
}
