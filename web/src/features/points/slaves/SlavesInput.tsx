import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import type { Slave } from '@plumbline/contract/points/points.point';
import { Button, Input, Select } from 'antd';
import { type ReactNode, useState } from 'react';
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
  settingsOf,
}: {
  value: readonly Slave[];
  onChange: (value: Slave[]) => void;
  rows: readonly PointRow[] | undefined;
  named: boolean;
  closed: boolean;
  /** What else is set of a slave of a master, in its row. */
  settingsOf?: ((at: number) => ReactNode) | undefined;
}) {
  const { t } = useTranslation();
  const [dragged, setDragged] = useState<number | null>(null);
  return (
    <div className="pt-slaves">
      {value.length === 0 && <p className="pl-3">{t('points:slaves.none')}</p>}
      {value.map((slave, i) => {
        const row = rows?.find(({ id }) => id === slave.pointId);
        const put = (part: Partial<Slave>): void => onChange(value.with(i, { ...slave, ...part }));
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: dragging is beside the arrows, which the keyboard has
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: slaves are known by their place
            key={i}
            className={dragged === i ? 'dragged' : undefined}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={() => dragged !== null && onChange(moved(value, dragged, i))}
          >
            <Handle at={i} closed={closed} onDrag={setDragged} />
            <PointChoice value={value} slave={slave} rows={rows} closed={closed} onChange={put} />
            {named ? (
              <Naming slave={slave} row={row} closed={closed} onChange={put} />
            ) : settingsOf ? (
              settingsOf(i)
            ) : (
              <>
                <span className="pl-3 pl-sm pl-ell">{row && t(wordKey(`families:family.${row.family}`))}</span>
                <span />
              </>
            )}
            {closed ? <span /> : <OrderButtons value={value} at={i} onChange={onChange} />}
          </div>
        );
      })}
      {!closed && <AddSlave value={value} rows={rows} named={named} onChange={onChange} />}
    </div>
  );
}

/** Another slave: the first point that is none yet, under the first letter that is free. */
function AddSlave({
  value,
  rows,
  named,
  onChange,
}: {
  value: readonly Slave[];
  rows: readonly PointRow[] | undefined;
  named: boolean;
  onChange: (value: Slave[]) => void;
}) {
  const { t } = useTranslation();
  const free = rows?.find(({ id }) => !value.some(({ pointId }) => pointId === id));
  /** a, b, c ... the first that is free. */
  const variable = [...'abcdefghijklmnopqrstuvwxyz'].find((letter) => !value.some((each) => each.variable === letter));
  return (
    <Button
      size="small"
      icon={<PlusOutlined />}
      disabled={!free}
      onClick={() => free && onChange([...value, { pointId: free.id, ...(named && variable ? { variable } : {}) }])}
    >
      {t('points:slaves.add')}
    </Button>
  );
}

/** The slaves with one of them at another place. */
function moved(slaves: readonly Slave[], from: number, to: number): Slave[] {
  const next = [...slaves];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** The place in the order, by which a slave is dragged to another; the arrows of the row do the same by keyboard. */
const Handle = ({ at, closed, onDrag }: { at: number; closed: boolean; onDrag: (at: number | null) => void }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: dragging is beside the arrows, which the keyboard has
  <span
    className="pl-3 pl-num handle"
    draggable={!closed}
    onDragStart={(event) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', String(at));
      onDrag(at);
    }}
    onDragEnd={() => onDrag(null)}
  >
    {!closed && <HolderOutlined />} {at + 1}
  </span>
);

interface SlavePart {
  readonly slave: Slave;
  readonly closed: boolean;
  readonly onChange: (part: Partial<Slave>) => void;
}

/** Another point in its place; none is there twice. */
function PointChoice({
  value,
  slave,
  rows,
  closed,
  onChange,
}: SlavePart & { value: readonly Slave[]; rows: readonly PointRow[] | undefined }) {
  const { t } = useTranslation();
  return (
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
      onChange={(pointId) => onChange({ pointId, field: undefined })}
    />
  );
}

/** The variable by which formulas call it, and the field that is read. */
function Naming({ slave, row, closed, onChange }: SlavePart & { row: PointRow | undefined }) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const family = row?.family as FamilyCode | undefined;
  return (
    <>
      <Input
        className="pl-mono"
        aria-label={t('points:slaves.variable')}
        placeholder={t('points:slaves.variable')}
        maxLength={16}
        readOnly={closed}
        value={slave.variable ?? ''}
        onChange={(event) => onChange({ variable: event.target.value })}
      />
      <Select
        aria-label={t('points:rule.field')}
        disabled={closed || !row}
        value={slave.field ?? row?.mainField ?? null}
        options={family ? fieldsOf(family).map(({ key }) => ({ value: key, label: fieldWord(family, key) })) : []}
        onChange={(field) => onChange({ field: field ?? undefined })}
      />
    </>
  );
}

function OrderButtons({
  value,
  at,
  onChange,
}: {
  value: readonly Slave[];
  at: number;
  onChange: (value: Slave[]) => void;
}) {
  const { t } = useTranslation();
  const move = (by: number): void => onChange(moved(value, at, at + by));
  const button = (icon: ReactNode, label: string, act: () => void, disabled = false) => (
    <Button type="text" size="small" icon={icon} disabled={disabled} aria-label={label} onClick={act} />
  );
  return (
    <span className="pl-row tight">
      {button(<ArrowUpOutlined />, t('points:slaves.up'), () => move(-1), at === 0)}
      {button(<ArrowDownOutlined />, t('points:slaves.down'), () => move(1), at === value.length - 1)}
      {button(<DeleteOutlined />, t('common:delete'), () => onChange(value.filter((_, i) => i !== at)))}
    </span>
  );
}
