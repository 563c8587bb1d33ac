import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/families';
import type { PointRow } from '@plumbline/contract/points.lists';
import type { Slave } from '@plumbline/contract/points.point';
import { Button, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { wordKey } from '../../../kernel/words.ts';

/** Points in their order; `named` = each with the variable by which formulas call it, and the field that is read. */
export function SlavesInput({
  value,
  onChange,
  rows,
  named,
  closed,
}: {
  value: readonly Slave[];
  onChange: (value: Slave[]) => void;
  rows: readonly PointRow[] | undefined;
  named: boolean;
  closed: boolean;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const put = (at: number, part: Partial<Slave>): void =>
    onChange(value.map((each, i) => (i === at ? { ...each, ...part } : each)));
  const move = (at: number, by: number): void => {
    const next = [...value];
    next.splice(at + by, 0, ...next.splice(at, 1));
    onChange(next);
  };
  const free = rows?.find(({ id }) => !value.some(({ pointId }) => pointId === id));
  /** a, b, c ... the first that is free. */
  const variable = [...'abcdefghijklmnopqrstuvwxyz'].find((letter) => !value.some((each) => each.variable === letter));
  return (
    <div className="pt-slaves">
      {value.length === 0 && <p className="pl-3">{t('points:slaves.none')}</p>}
      {value.map((slave, i) => {
        const row = rows?.find(({ id }) => id === slave.pointId);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: slaves are known by their place
          <div key={i}>
            <span className="pl-3 pl-num">{i + 1}</span>
            <Select
              aria-label={t('points:slaves.point')}
              showSearch={{ optionFilterProp: 'label' }}
              disabled={closed}
              loading={rows === undefined}
              value={slave.pointId}
              options={(rows ?? []).map(({ id, name }) => ({
                value: id,
                label: name,
                disabled: id !== slave.pointId && value.some(({ pointId }) => pointId === id),
              }))}
              onChange={(pointId) => put(i, { pointId, field: undefined })}
            />
            {named ? (
              <>
                <Input
                  className="pl-mono"
                  aria-label={t('points:slaves.variable')}
                  placeholder={t('points:slaves.variable')}
                  maxLength={16}
                  readOnly={closed}
                  value={slave.variable ?? ''}
                  onChange={(event) => put(i, { variable: event.target.value })}
                />
                <Select
                  aria-label={t('points:rule.field')}
                  disabled={closed || !row}
                  value={slave.field ?? row?.mainField ?? null}
                  options={
                    row
                      ? fieldsOf(row.family as FamilyCode).map(({ key }) => ({
                          value: key,
                          label: fieldWord(row.family as FamilyCode, key),
                        }))
                      : []
                  }
                  onChange={(field) => put(i, { field: field ?? undefined })}
                />
              </>
            ) : (
              <>
                <span className="pl-3 pl-sm pl-ell">{row && t(wordKey(`families:family.${row.family}`))}</span>
                <span />
              </>
            )}
            {closed ? (
              <span />
            ) : (
              <span className="pl-row tight">
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  disabled={i === 0}
                  aria-label={t('points:slaves.up')}
                  onClick={() => move(i, -1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  disabled={i === value.length - 1}
                  aria-label={t('points:slaves.down')}
                  onClick={() => move(i, 1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={t('common:delete')}
                  onClick={() => onChange(value.filter((_, at) => at !== i))}
                />
              </span>
            )}
          </div>
        );
      })}
      {!closed && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          disabled={!free}
          onClick={() => free && onChange([...value, { pointId: free.id, ...(named && variable ? { variable } : {}) }])}
        >
          {t('points:slaves.add')}
        </Button>
      )}
    </div>
  );
}
