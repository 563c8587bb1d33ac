import type { DialInSetup } from '@plumbline/contract/telemetry/dial-in';
import { PositionBound, positionQuantities } from '@plumbline/contract/telemetry/dial-in.rows';
import { Radio, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EditableTable, type GridColumn } from '../../../design/form/EditableTable.tsx';

type Nmea = DialInSetup['nmea'];

/** Returns whether a device is read over Modbus, or is a receiver that sends its positions by itself, and which channel they are of. */
export function SpeaksInput({
  value: optionalValue,
  readOnly: isReadOnly,
  onChange,
  channels,
}: {
  value: unknown;
  readOnly: boolean;
  onChange: (value: unknown) => void;
  channels: readonly string[];
}) {
  const { t } = useTranslation();
  const value = (optionalValue as Nmea | undefined) ?? null;
  return (
    <div className="di-way">
      <Radio.Group
        aria-label={t('dialIn:speaks')}
        disabled={isReadOnly}
        value={value === null ? 'modbus' : 'nmea'}
        options={(['modbus', 'nmea'] as const).map((each) => ({ value: each, label: t(`dialIn:languages.${each}`) }))}
        onChange={({ target }) => onChange(target.value === 'nmea' ? { channel: channels[0] ?? '', bounds: [] } : null)}
      />
      {value !== null && (
        <div className="pl-row">
          <span>{t('dialIn:nmeaChannel')}</span>
          <Select
            className="di-channel"
            aria-label={t('dialIn:nmeaChannel')}
            disabled={isReadOnly}
            value={value.channel}
            options={channels.map((number) => ({ value: number, label: number }))}
            onChange={(channel) => onChange({ ...value, channel })}
          />
        </div>
      )}
      {value !== null && (
        <PositionBounds
          rows={value.bounds ?? []}
          isReadOnly={isReadOnly}
          onChange={(bounds) => onChange({ ...value, bounds })}
        />
      )}
    </div>
  );
}

type BoundRow = Partial<PositionBound>;

/** What a position can be: one that is beyond is held and not stored. Each quantity once. */
function PositionBounds({
  rows,
  isReadOnly,
  onChange,
}: {
  rows: readonly BoundRow[];
  isReadOnly: boolean;
  onChange: (rows: readonly BoundRow[]) => void;
}) {
  const { t } = useTranslation();
  const columns = useMemo(
    (): GridColumn[] => [
      {
        type: 'SELECT',
        prop: 'quantity',
        label: t('dialIn:quantity'),
        widthPx: 116,
        options: positionQuantities.map((value) => ({ value, label: value })),
      },
      { type: 'NUMBER', prop: 'minimum', label: t('dialIn:least'), widthPx: 84 },
      { type: 'NUMBER', prop: 'maximum', label: t('dialIn:most'), widthPx: 84 },
      { type: 'NUMBER', prop: 'jump', label: t('dialIn:jump'), widthPx: 100 },
    ],
    [t],
  );
  const names = rows.map(({ quantity }) => quantity);
  const repeat = names.findIndex((name, at) => name !== undefined && names.indexOf(name) !== at);
  return (
    <div className="di-bounds">
      <p className="pl-sm pl-2">{t('dialIn:boundsTip')}</p>
      <EditableTable<BoundRow>
        label={t('dialIn:bounds')}
        columns={columns}
        rows={rows}
        onChange={onChange}
        schema={PositionBound}
        newRow={() => {
          const quantity = positionQuantities.find((each) => !names.includes(each));
          return { ...(quantity && { quantity }), minimum: null, maximum: null, jump: null };
        }}
        issues={repeat < 0 ? [] : [{ row: repeat, prop: 'quantity', words: t('forms:issue.rowTwice') }]}
        readOnly={isReadOnly}
        maxRows={positionQuantities.length}
      />
    </div>
  );
}
