import { dialInLimits } from '@plumbline/contract/telemetry/dial-in';
import { byteOrders, RegisterRow, registerTypes } from '@plumbline/contract/telemetry/dial-in.rows';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EditableTable, type GridColumn } from '../../../design/form/EditableTable.tsx';
import { nextRow, repeatedRow } from './register-rows.ts';

/** A row under the pen: a cell may hold text that is no number yet. */
export type MapRow = Partial<RegisterRow>;

/** Edits the register map: which registers hold which quantity of which channel, written like a spreadsheet. */
export function RegisterMap({
  rows,
  channels,
  sample,
  isReadOnly,
  onChange,
}: {
  rows: readonly MapRow[];
  channels: readonly string[];
  sample: unknown;
  isReadOnly: boolean;
  onChange: (rows: readonly MapRow[]) => void;
}) {
  const { t } = useTranslation();
  const columns = useColumns(channels);
  const repeat = repeatedRow(rows);
  const reads = readsOf(sample);
  return (
    <div className="di-map">
      {reads !== '' && <p className="pl-sm pl-2">{t('dialIn:reads', { channels: reads })}</p>}
      <EditableTable<MapRow>
        label={t('dialIn:section.map')}
        columns={columns}
        rows={rows}
        onChange={onChange}
        schema={RegisterRow}
        newRow={() => nextRow(rows, channels)}
        issues={repeat === null ? [] : [{ row: repeat, prop: 'quantity', words: t('forms:issue.rowTwice') }]}
        readOnly={isReadOnly}
        maxRows={dialInLimits.rows}
      />
    </div>
  );
}

function useColumns(channels: readonly string[]): GridColumn[] {
  const { t } = useTranslation();
  return useMemo(
    (): GridColumn[] => [
      { type: 'NUMBER', prop: 'unit', label: t('dialIn:unit'), widthPx: 52 },
      {
        type: 'SELECT',
        prop: 'function',
        label: t('dialIn:function'),
        widthPx: 136,
        options: ([1, 2, 3, 4] as const).map((value) => ({ value, label: t(`dialIn:functions.${value}`) })),
      },
      { type: 'NUMBER', prop: 'address', label: t('dialIn:addressOf'), widthPx: 76 },
      { type: 'SELECT', prop: 'type', label: t('dialIn:type'), widthPx: 80, options: plain(registerTypes) },
      { type: 'SELECT', prop: 'order', label: t('dialIn:order'), widthPx: 80, options: plain(byteOrders) },
      { type: 'INPUT', prop: 'bits', label: t('dialIn:bits'), widthPx: 46 },
      { type: 'NUMBER', prop: 'scale', label: t('dialIn:scale'), widthPx: 64 },
      { type: 'NUMBER', prop: 'offset', label: t('dialIn:offset'), widthPx: 64 },
      { type: 'NUMBER', prop: 'nothing', label: t('dialIn:nothing'), widthPx: 76 },
      { type: 'SELECT', prop: 'channel', label: t('dialIn:channel'), widthPx: 72, options: plain(channels) },
      { type: 'INPUT', prop: 'quantity', label: t('dialIn:quantity'), widthPx: 104 },
      { type: 'NUMBER', prop: 'minimum', label: t('dialIn:least'), widthPx: 76 },
      { type: 'NUMBER', prop: 'maximum', label: t('dialIn:most'), widthPx: 76 },
      { type: 'NUMBER', prop: 'jump', label: t('dialIn:jump'), widthPx: 76 },
    ],
    [t, channels],
  );
}

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** `1: frequency, temperature` of each channel, out of a message that the device may send. */
function readsOf(sample: unknown): string {
  if (typeof sample !== 'object' || sample === null || !('channels' in sample)) return '';
  const { channels } = sample;
  if (typeof channels !== 'object' || channels === null) return '';
  return Object.entries(channels)
    .map(([channel, quantities]) => `${channel}: ${Object.keys(Object(quantities)).join(', ')}`)
    .join('; ');
}
