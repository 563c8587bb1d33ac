import { modbusServerLimits } from '@plumbline/contract/telemetry/modbus-server';
import { Button, Input, Modal, Tree } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { fieldsToAdd, type MapRow, type ServedField } from './served-fields.ts';

/**
 * Long because most of it is markup.
 * Chooses fields of points that become rows: whole points, or nodes of a chain.
 */
export function AddFieldsDialog({
  rows,
  fields,
  onAdd,
  onClose,
}: {
  rows: readonly MapRow[];
  fields: readonly ServedField[];
  onAdd: (chosen: readonly ServedField[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const { points, chosen: begun } = useMemo(() => fieldsToAdd(rows, fields), [rows, fields]);
  const [checked, setChecked] = useState<ReadonlySet<string>>(() => new Set(begun));
  const [keyword, setKeyword] = useState('');
  const chosen = fields.filter(({ source }) => checked.has(source));
  const left = modbusServerLimits.rows - rows.length;
  const listed = [...points.values()].filter(([first]) =>
    `${first?.point} ${first?.place}`.toLowerCase().includes(keyword.trim().toLowerCase()),
  );
  const nodes = listed.map((fieldsOfPoint) => ({
    key: `point ${fieldsOfPoint[0]?.pointId}`,
    title: `${fieldsOfPoint[0]?.point}${fieldsOfPoint[0]?.place ? ` (${fieldsOfPoint[0].place})` : ''}`,
    children: fieldsOfPoint.map(({ source, family, field }) => ({ key: source, title: fieldWord(family, field) })),
  }));
  const listedSources = new Set(listed.flat().map(({ source }) => source));
  return (
    <Modal
      open
      title={t('modbusServer:addTitle')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            type="primary"
            disabled={chosen.length === 0 || chosen.length > left}
            onClick={() => {
              onAdd(chosen);
              onClose();
            }}
          >
            {t('modbusServer:addRows', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <p className="pl-2 pl-sm">{t(points.size === 0 ? 'modbusServer:addNone' : 'modbusServer:addAbout')}</p>
      {chosen.length > left && (
        <p className="pl-wrong" role="status">
          {t('modbusServer:addTooMany', { count: modbusServerLimits.rows, left })}
        </p>
      )}
      <Input
        allowClear
        aria-label={t('modbusServer:search')}
        placeholder={t('modbusServer:search')}
        value={keyword}
        onChange={({ target }) => setKeyword(target.value)}
      />
      <Tree
        checkable
        selectable={false}
        height={320}
        treeData={nodes}
        checkedKeys={[...checked].filter((source) => listedSources.has(source))}
        onCheck={(keys) => {
          // What the search hides stays as it is.
          const hidden = [...checked].filter((source) => !listedSources.has(source));
          const now = (keys as string[]).filter((key) => listedSources.has(key));
          setChecked(new Set([...hidden, ...now]));
        }}
      />
    </Modal>
  );
}
