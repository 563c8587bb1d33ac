import './cover-lists.css';
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { BlockOf } from '@plumbline/contract/reports/templates.blocks';
import { Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import { PictureInput } from './PictureInput.tsx';

type Cover = BlockOf<'cover'>;
interface ListProps<T> {
  readonly value: readonly T[];
  readonly onChange: (value: T[]) => void;
}
const maxFields = 20;
const maxSignatures = 12;

/** The lines of a cover: what each is called and what stands beside it. */
export function CoverFields({ value, onChange }: ListProps<Cover['fields'][number]>) {
  const { t } = useTranslation();
  return (
    <MovableRows
      value={value}
      onChange={onChange}
      empty={{ label: '', value: '' }}
      max={maxFields}
      addLabel={t('reportTemplates:cover.addField')}
    >
      {(field, set, i) => (
        <>
          <Input
            aria-label={t('reportTemplates:cover.label', { number: i + 1 })}
            placeholder={t('reportTemplates:cover.labelWord')}
            value={field.label}
            maxLength={200}
            onChange={(event) => set({ label: event.target.value })}
          />
          <Input
            aria-label={t('reportTemplates:cover.value', { number: i + 1 })}
            placeholder={t('reportTemplates:cover.valueWord')}
            value={field.value}
            maxLength={200}
            onChange={(event) => set({ value: event.target.value })}
          />
        </>
      )}
    </MovableRows>
  );
}

/** Edits the signatures, in order: a role, a name, and the picture of a signature where there is one. */
export function Signatures({ value, onChange }: ListProps<Cover['signatures'][number]>) {
  const { t } = useTranslation();
  return (
    <MovableRows
      value={value}
      onChange={onChange}
      empty={{ role: '', name: '', picture: null }}
      max={maxSignatures}
      addLabel={t('reportTemplates:cover.addSignature')}
    >
      {(signature, set, i) => (
        <>
          <Input
            aria-label={t('reportTemplates:cover.role', { number: i + 1 })}
            placeholder={t('reportTemplates:cover.roleWord')}
            value={signature.role}
            maxLength={200}
            onChange={(event) => set({ role: event.target.value })}
          />
          <Input
            aria-label={t('reportTemplates:cover.name', { number: i + 1 })}
            placeholder={t('reportTemplates:cover.nameWord')}
            value={signature.name}
            maxLength={200}
            onChange={(event) => set({ name: event.target.value })}
          />
          <PictureInput value={signature.picture} onChange={(picture) => set({ picture })} />
        </>
      )}
    </MovableRows>
  );
}

/** Rows of a list that are added, moved and removed. */
export function MovableRows<T extends object>({
  value,
  onChange,
  empty,
  max,
  addLabel,
  children,
}: ListProps<T> & {
  empty: T;
  max: number;
  addLabel: string;
  children: (row: T, set: (change: Partial<T>) => void, i: number) => ReactNode;
}) {
  const { t } = useTranslation();
  const move = (i: number, by: 1 | -1): void => {
    const [one, other] = [value[i], value[i + by]];
    if (one !== undefined && other !== undefined) onChange(value.with(i, other).with(i + by, one));
  };
  return (
    <div className="rt-rows">
      {value.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than what is typed
        <div key={i} className="rt-row">
          <div className="rt-row-fields">
            {children(row, (change) => onChange(value.with(i, { ...row, ...change })), i)}
          </div>
          <IconButton
            icon={<ArrowUpOutlined />}
            label={t('reportTemplates:up')}
            disabled={i === 0}
            onClick={() => move(i, -1)}
          />
          <IconButton
            icon={<ArrowDownOutlined />}
            label={t('reportTemplates:down')}
            disabled={i === value.length - 1}
            onClick={() => move(i, 1)}
          />
          <IconButton
            icon={<DeleteOutlined />}
            label={t('common:delete')}
            onClick={() => onChange(value.toSpliced(i, 1))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={value.length >= max}
        onClick={() => onChange([...value, empty])}
      >
        {addLabel}
      </Button>
    </div>
  );
}
