/**
 * Many devices judged before one is made: what each row lacks, in the names of the catalogue. Invariant: the queries are
 * the same for one row and a thousand, and what passes here can be inserted.
 */

import { BulkDevice } from '@plumbline/contract/devices/intake';
import type { Model } from '@plumbline/contract/devices/models';
import type { ErrorName, Failure } from '@plumbline/contract/kernel/errors';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import type { Db } from '../../../../kernel/context.ts';
import { problemsOfInput, problemsOfIssues } from '../../../../kernel/row-problems.ts';
import { hashOf } from '../../../people/sessions/sessions.api.ts';
import type { NewDevice } from '../../devices/devices.bulk.api.ts';
import {
  channelsFault,
  collectorFault,
  configFault,
  merged,
  newChannel,
  wholeChannel,
} from '../../devices/devices.rules.api.ts';
import { makeSecret } from '../../devices/devices.secrets.api.ts';
import { modelsOf } from '../../models/models.api.ts';
import { existingKeys } from '../intake.table.ts';

interface Judged {
  readonly problems: readonly RowProblem[];
  /** Those without a problem, with the row that they come from. */
  readonly sound: readonly { readonly row: number; readonly device: BulkDevice; readonly model: Model | undefined }[];
}

/** A failure of a rule as problems of a row. */
const problemsOf = (row: number, path: string, { name, detail }: Failure): RowProblem[] =>
  name === 'badInput' ? problemsOfInput(row, detail) : [{ row, path, error: name, detail }];

/** A row that has the form of a device, with its model and the register id that it would have. */
interface Row {
  readonly row: number;
  readonly device: BulkDevice;
  readonly model: Model | undefined;
  readonly register: string | null;
}

/** What the rows are judged against: the warehouse they go to, and what the installation has of their names. */
interface Existing {
  readonly corporationId: number;
  readonly keys: Awaited<ReturnType<typeof existingKeys>>;
}

const problem = (row: number, path: string, error: ErrorName, detail: unknown): RowProblem => ({
  row,
  path,
  error,
  detail,
});

/** Every problem of every row. Rows of which something is wrong already (`skip`) are judged no further. */
export async function judgeBulk(
  db: Db,
  corporationId: number,
  rows: readonly unknown[],
  skip: ReadonlySet<number> = new Set(),
): Promise<Judged> {
  const { read, malformed } = readRows(rows, skip);
  const models = await modelsOf(
    db,
    read.map(({ device }) => device.model),
  );
  const whole = read.map(({ row, device }): Row => {
    const model = models.get(device.model.toLowerCase());
    return { row, model, device, register: device.register ?? (model?.registerIsSame ? device.sncode : null) };
  });
  const named = [
    ...new Set(read.flatMap(({ device: { sncode, collector, dtu } }) => [sncode, collector ?? '', dtu ?? ''])),
  ].filter(Boolean);
  const keys = await existingKeys(
    db,
    named,
    whole.flatMap(({ register }) => register ?? []),
  );
  const existing = { corporationId, keys };
  const types = new Map(whole.map(({ device, model }) => [device.sncode, device.type ?? model?.type ?? 'measuring']));
  const problems = [
    ...malformed,
    ...keyProblems(whole, existing),
    ...whole.flatMap(modelProblems),
    ...whole.flatMap((row) => chainProblems(row, types, existing)),
  ];
  const wrong = new Set(problems.map(({ row }) => row));
  return {
    problems: problems.sort((a, b) => a.row - b.row),
    sound: whole.filter(({ row }) => !wrong.has(row)),
  };
}

/** The rows that have the form of a device, and what is wrong with the form of the others. */
function readRows(rows: readonly unknown[], skip: ReadonlySet<number>) {
  const read: { row: number; device: BulkDevice }[] = [];
  const malformed: RowProblem[] = [];
  for (const [row, values] of rows.entries()) {
    if (skip.has(row)) continue;
    const parsed = BulkDevice.safeParse(values);
    if (parsed.success) read.push({ row, device: parsed.data });
    else malformed.push(...problemsOfIssues(row, parsed.error.issues, 'fieldNotOfModel'));
  }
  return { read, malformed };
}

/** Serial numbers and register ids that the installation has already, or that a row above says too. */
function keyProblems(rows: readonly Row[], { corporationId, keys }: Existing): RowProblem[] {
  const problems: RowProblem[] = [];
  const rowOfSncode = new Map<string, number>();
  const rowOfRegister = new Map<string, number>();
  for (const { row, device, register } of rows) {
    const { sncode } = device;
    const existing = keys.devices.get(sncode);
    if (existing) {
      const isOfCorporation = existing.corporationId === corporationId;
      problems.push(
        problem(row, 'sncode', 'sncodeExists', { sncode, ...(isOfCorporation && { own: isOfCorporation }) }),
      );
    } else if (rowOfSncode.has(sncode))
      problems.push(problem(row, 'sncode', 'sncodeExists', { sncode, row: rowOfSncode.get(sncode) }));
    else rowOfSncode.set(sncode, row);
    if (register === null) continue;
    // A register id that the row does not say is its serial number: what is said of that is not said twice.
    const isGiven = device.register !== undefined && device.register !== null;
    if (!isGiven && problems.at(-1)?.row === row) continue;
    const path = isGiven ? 'register' : 'sncode';
    if (keys.registers.has(register)) problems.push(problem(row, path, 'registerExists', { register }));
    else if (rowOfRegister.has(register))
      problems.push(problem(row, path, 'registerExists', { register, row: rowOfRegister.get(register) }));
    else rowOfRegister.set(register, row);
  }
  return problems;
}

/** What a device says of itself that its model does not allow. */
function modelProblems({ row, device, model }: Row): RowProblem[] {
  const channels = device.channels?.map(wholeChannel) ?? [];
  const ofChannels = channelsFault([], channels, { model, hem: [], processor: {} });
  const ofConfig = device.config && configFault(merged({}, device.config), model);
  const ofCollector = device.collectorType && collectorFault(device.collectorType, model);
  return [
    ...(ofChannels ? problemsOf(row, 'channels', ofChannels) : []),
    ...(ofConfig ? problemsOf(row, 'config', ofConfig) : []),
    ...(ofCollector ? problemsOf(row, 'collectorType', ofCollector) : []),
  ];
}

/** A collector or DTU that is neither in the warehouse nor in the rows, or that the device cannot send through. `types` = of the rows. */
function chainProblems(
  { row, device }: Row,
  types: ReadonlyMap<string, string>,
  { corporationId, keys }: Existing,
): RowProblem[] {
  const deviceType = types.get(device.sncode);
  return (
    [
      ['collector', 'collector'],
      ['dtu', 'DTU'],
    ] as const
  ).flatMap(([path, type]) => {
    const via = device[path];
    if (!via) return [];
    const other = keys.devices.get(via);
    const ofHouse = other && other.corporationId === corporationId ? other.type : undefined;
    const found = ofHouse ?? types.get(via);
    if (found === undefined) return [problem(row, path, 'notFound', { sncode: via })];
    const fits =
      found === type &&
      via !== device.sncode &&
      deviceType !== 'DTU' &&
      !(deviceType === 'collector' && type === 'collector');
    return fits ? [] : [problem(row, path, 'associationInvalid', { sncode: via })];
  });
}

/** The channels of a device: those of the row, else those of its model, else one digital one. */
export const channelsMade = ({ device, model }: Judged['sound'][number]) =>
  device.channels?.map(wholeChannel) ?? model?.channels ?? [newChannel('1', undefined)];

/** A device as it will be kept, with what its model says where the row says nothing, and its secret. */
export function newDevice({ row, device, model }: Judged['sound'][number]): { device: NewDevice; secret: string } {
  const secret = makeSecret();
  return {
    secret,
    device: {
      sncode: device.sncode,
      setup: {
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
        coordinates: device.coordinates ?? null,
        channels: channelsMade({ row, device, model }),
        config: merged({}, device.config ?? {}),
      },
      secretHash: hashOf(secret).toString('hex'),
      collector: device.collector ?? null,
      dtu: device.dtu ?? null,
    },
  };
}
