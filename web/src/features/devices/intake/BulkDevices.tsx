import { deviceFields } from '@plumbline/contract/devices/devices.device';
import { bulkLimits, intake } from '@plumbline/contract/devices/intake';
import type { Schema } from '@plumbline/contract/kernel/route';
import { sensorModes } from '@plumbline/contract/points/families';
import { sncode } from '@plumbline/contract/points/fields';
import { Button } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { EditableTable, type GridColumn, type GridIssue } from '../../../design/form/EditableTable.tsx';
import { LeaveGuard } from '../../../design/form/leave.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { problemsIn, problemWords } from './import-words.ts';

type Cells = Readonly<Record<string, unknown>>;
type Secrets = Reply<typeof intake.bulkCreate>['secrets'];

const maxChannels = 128;
const empty = z.literal('');
/** Judges one row; whether the device is sound the server says. */
const schema = z.object({
  sncode,
  model: deviceFields.model,
  name: z.union([empty, deviceFields.name]).nullish(),
  channels: z.union([empty, z.int().min(1).max(maxChannels)]).nullish(),
  mode: z.unknown().optional(),
  longitude: z.union([empty, z.number().min(-180).max(180)]).nullish(),
  latitude: z.union([empty, z.number().min(-90).max(90)]).nullish(),
}) as unknown as Schema;

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** A row as the call takes it; what is empty is as its model says. */
function deviceOf({ channels, mode, longitude, latitude, ...fields }: Cells): Record<string, unknown> {
  const entered = Object.fromEntries(Object.entries(fields).filter(([, value]) => isPresent(value)));
  if (isPresent(channels))
    entered.channels = Array.from({ length: Number(channels) }, (_, i) => ({
      number: String(i + 1),
      mode: isPresent(mode) ? mode : 4,
    }));
  if (isPresent(longitude) || isPresent(latitude)) entered.coordinates = { longitude, latitude };
  return entered;
}

/** The column of the table that a path of a problem is about. */
function columnOf(path: string): string {
  const [head = '', tail] = path.split('.');
  return head === 'coordinates' ? (tail ?? 'longitude') : head;
}

function useColumns(): GridColumn[] {
  const { t } = useTranslation();
  return useMemo<GridColumn[]>(
    () => [
      { type: 'INPUT', prop: 'sncode', label: t('devices:sncode'), widthPx: 150 },
      { type: 'INPUT', prop: 'model', label: t('devices:model'), widthPx: 130 },
      { type: 'INPUT', prop: 'name', label: t('devices:name'), widthPx: 190 },
      { type: 'NUMBER', prop: 'channels', label: t('devices:channels'), widthPx: 100 },
      {
        type: 'SELECT',
        prop: 'mode',
        label: t('points:mode'),
        widthPx: 150,
        options: Object.entries(sensorModes).map(([mode, word]) => ({
          value: Number(mode),
          label: t(`families:mode.${word}`),
        })),
      },
      { type: 'NUMBER', prop: 'longitude', label: t('points:config.longitude'), unit: '°', widthPx: 120 },
      { type: 'NUMBER', prop: 'latitude', label: t('points:config.latitude'), unit: '°', widthPx: 120 },
    ],
    [t],
  );
}

/** Takes rows into the warehouse; what the server has against one is said at its cell. */
function useTakeRows(corporationId: number, columns: readonly GridColumn[], onAdded: (secrets: Secrets) => void) {
  const { t } = useTranslation();
  const { run: bulkCreate } = useWrite(intake.bulkCreate);
  const language = useLanguage();
  const toasts = useToasts();
  const [issues, setIssues] = useState<readonly GridIssue[]>([]);
  const [busy, setBusy] = useState(false);
  const take = async (rows: readonly Cells[]): Promise<void> => {
    setBusy(true);
    try {
      const { secrets } = await bulkCreate({ corporationId, devices: rows.map(deviceOf) });
      toasts.done(t('intake:import.done', { count: secrets.length, shown: formatCount(secrets.length) }));
      onAdded(secrets);
    } catch (error) {
      const problems = problemsIn(error);
      if (!problems) toasts.failed(error);
      const isColumn = (prop: string) => columns.some((column) => column.prop === prop);
      setIssues(
        (problems ?? []).map((problem) => {
          const prop = columnOf(problem.path);
          return { row: problem.row, ...(isColumn(prop) ? { prop } : {}), words: problemWords(problem, t, language) };
        }),
      );
    } finally {
      setBusy(false);
    }
  };
  const forgetIssues = (): void => setIssues((now) => (now.length > 0 ? [] : now));
  return { take, busy, issues, forgetIssues };
}

/** Devices as rows, typed or pasted: all of them taken into the warehouse, or none. */
export function BulkDevices({
  corporationId,
  onAdded,
}: {
  corporationId: number;
  onAdded: (secrets: Secrets) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [rows, setRows] = useState<readonly Cells[]>([]);
  const [wrong, setWrong] = useState(0);
  const columns = useColumns();
  const { take, busy, issues, forgetIssues } = useTakeRows(corporationId, columns, (secrets) => {
    setRows([]);
    onAdded(secrets);
  });
  return (
    <div className="sc-read">
      <p className="pl-2">{t('intake:bulkHow', { most: formatCount(bulkLimits.rows) })}</p>
      <EditableTable<Cells>
        label={t('intake:bulk')}
        columns={columns}
        rows={rows}
        onChange={(next) => {
          setRows(next);
          forgetIssues();
        }}
        schema={schema}
        newRow={() => ({})}
        issues={issues}
        onWrong={setWrong}
        maxRows={bulkLimits.rows}
        heightPx={380}
        actions={
          <Button
            type="primary"
            disabled={rows.length === 0 || wrong > 0}
            loading={busy}
            onClick={() => void take(rows)}
          >
            {t('intake:take', { count: rows.length })}
          </Button>
        }
      />
      <LeaveGuard
        id={id}
        dirty={rows.length > 0}
        save={async () => {
          if (wrong === 0) await take(rows);
          return false;
        }}
        undo={() => setRows([])}
      />
    </div>
  );
}
