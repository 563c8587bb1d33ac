import { byteOrders } from '@plumbline/contract/telemetry/dial-in.rows';
import { modbusServerLimits, overlapOf, ServedRow, servedTypes } from '@plumbline/contract/telemetry/modbus-server';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EditableTable, type GridColumn } from '../../../design/form/EditableTable.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { AddFieldsDialog } from './AddFieldsDialog.tsx';
import {
  type GridRow,
  gridRows,
  type MapRow,
  mapRows,
  nextRow,
  type ServedField,
  withFields,
} from './served-fields.ts';

/** Edits the registers: which hold which field of which point, written like a spreadsheet. */
export function ServedRows({
  rows,
  fields,
  isReadOnly,
  onChange,
}: {
  rows: readonly MapRow[];
  fields: readonly ServedField[];
  isReadOnly: boolean;
  onChange: (rows: readonly MapRow[]) => void;
}) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const columns = useColumns(fields);
  const gridded = useMemo(() => gridRows(rows), [rows]);
  const overlap = overlapOf(rows.map(({ address }) => ({ address: typeof address === 'number' ? address : -100 })));
  const isComplete = rows.every(({ address }) => typeof address === 'number');
  return (
    <>
      <EditableTable<GridRow>
        label={t('modbusServer:rows')}
        columns={columns}
        rows={gridded}
        onChange={(next) => onChange(mapRows(next))}
        schema={ServedRow}
        newRow={() => nextRow(rows, fields)}
        issues={
          isComplete && overlap !== null
            ? [{ row: overlap, prop: 'address', words: t('forms:issue.registerTaken') }]
            : []
        }
        actions={
          !isReadOnly &&
          fields.length > 0 && (
            <Button size="small" onClick={() => setAdding(true)}>
              {t('modbusServer:addFields')}
            </Button>
          )
        }
        readOnly={isReadOnly}
        maxRows={modbusServerLimits.rows}
      />
      {adding && (
        <AddFieldsDialog
          rows={rows}
          fields={fields}
          onAdd={(chosen) => onChange(withFields(rows, chosen))}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

function useColumns(fields: readonly ServedField[]): GridColumn[] {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  return useMemo(
    (): GridColumn[] => [
      { type: 'NUMBER', prop: 'address', label: t('modbusServer:address'), widthPx: 90 },
      {
        type: 'SELECT',
        prop: 'source',
        label: t('modbusServer:source'),
        widthPx: 320,
        options: fields.map(({ source, point, place, family, field }) => ({
          value: source,
          label: `${point} · ${fieldWord(family, field)}${place === '' ? '' : ` (${place})`}`,
        })),
      },
      { type: 'SELECT', prop: 'type', label: t('dialIn:type'), widthPx: 90, options: plain(servedTypes) },
      { type: 'SELECT', prop: 'order', label: t('dialIn:order'), widthPx: 96, options: plain(byteOrders) },
      { type: 'NUMBER', prop: 'scale', label: t('dialIn:scale'), widthPx: 80 },
    ],
    [t, fields, fieldWord],
  );
}

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
