import { registersOfRow, type ServedRow } from '@plumbline/contract/telemetry/modbus-server';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '../../../design/Level.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatNumber, formatTime, missing } from '../../../kernel/format.ts';
import { saveCsv } from '../../../kernel/save-csv.ts';
import type { ModbusReply } from './modbus-server.queries.ts';
import { type ServedField, sourceOf } from './served-fields.ts';

/** Shows the registers as a control system reads them at this moment, row by row, and the list of tags for it as a file. */
export function ServedNow({ reply, fields }: { reply: ModbusReply; fields: readonly ServedField[] }) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const fieldOfSource = new Map(fields.map((field) => [field.source, field]));
  const rows = reply.map?.rows ?? [];
  const nameOf = (row: ServedRow): string => {
    const field = fieldOfSource.get(sourceOf(row));
    return field ? `${field.point} · ${fieldWord(field.family, field.field)}` : t('modbusServer:gone');
  };
  if (rows.length === 0) return null;
  const save = (): void =>
    saveCsv(
      `modbus-${reply.unit}.csv`,
      [t('dialIn:unit'), t('modbusServer:address'), t('modbusServer:holds'), t('dialIn:type'), t('modbusServer:unit')],
      rows.flatMap((row) => tagsOf(row, nameOf(row), reply.unit, fieldOfSource.get(sourceOf(row))?.unit ?? '')),
    );
  const tagsOf = (row: ServedRow, name: string, unit: number | null, measure: string) => [
    [unit, row.address, name, `${row.type} ${row.order}`, row.scale === 1 ? measure : `${measure} × ${row.scale}`],
    [unit, row.address + 2, `${name} · ${t('modbusServer:state')}`, 'uint16', t('modbusServer:stateCodes')],
    [unit, row.address + 3, `${name} · ${t('modbusServer:level')}`, 'uint16', t('modbusServer:levelCodes')],
    [unit, row.address + 4, `${name} · ${t('modbusServer:time')}`, `uint32 ${row.order}`, t('modbusServer:seconds')],
  ];
  return (
    <section className="ms-now" aria-label={t('modbusServer:now')}>
      <div className="pl-row">
        <h2 className="pl-h3 pl-gap">{t('modbusServer:now')}</h2>
        <Button onClick={save}>{t('modbusServer:csv')}</Button>
      </div>
      <RowsNow rows={rows} now={reply.now} nameOf={nameOf} />
    </section>
  );
}

function RowsNow({
  rows,
  now,
  nameOf,
}: {
  rows: readonly ServedRow[];
  now: ModbusReply['now'];
  nameOf: (row: ServedRow) => string;
}) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is read by scrolling, with the keyboard too
    <div className="ms-scroll" tabIndex={0}>
      <table className="ms-table">
        <thead>
          <tr>
            <th>{t('modbusServer:registers')}</th>
            <th>{t('modbusServer:source')}</th>
            <th className="right">{t('modbusServer:value')}</th>
            <th>{t('modbusServer:state')}</th>
            <th>{t('modbusServer:level')}</th>
            <th>{t('modbusServer:time')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const served = now[at];
            return (
              <tr key={row.address} data-state={served?.state}>
                <td>
                  {row.address}–{row.address + registersOfRow - 1}
                </td>
                <td className="ms-name">{nameOf(row)}</td>
                <td className="right">{served?.value == null ? missing : formatNumber(served.value)}</td>
                <td className={served?.state === 'good' ? '' : 'pl-wrong'}>
                  {t(`modbusServer:states.${served?.state ?? 'unknown'}`)}
                </td>
                <td>{served?.level == null ? t('modbusServer:states.unknown') : <LevelTag level={served.level} />}</td>
                <td>{served?.at ? formatTime(served.at) : missing}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
