import {
  CheckOutlined,
  DeleteOutlined,
  EllipsisOutlined,
  ExportOutlined,
  FlagOutlined,
  HistoryOutlined,
  PushpinOutlined,
  ReloadOutlined,
  SelectOutlined,
} from '@ant-design/icons';
import { type Field, isCounted } from '@plumbline/contract/points/families';
import { quantities } from '@plumbline/contract/readings/readings';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { Button, Dropdown, type MenuProps } from 'antd';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartFiles } from '../../charts/chart-files.tsx';
import type { ChartHandle } from '../../charts/frame/ChartFrame.tsx';
import type { Range } from '../../charts/frame/range.ts';
import { RangeBar } from '../../charts/range/RangeBar.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { Segmented, Toolbar } from '../../design/Toolbar.tsx';
import type { View } from '../../features/views/views/view-state.parts.ts';
import { ComparePicker } from './ComparePicker.tsx';

interface ViewToolbarProps {
  view: View;
  /** The field that is drawn first: not every quantity is one of it. */
  field: Field;
  shown: Range;
  nodes: readonly TreeNode[];
  onChange: (change: Partial<View>) => void;
  onRefresh: () => void;
  /** Dragging on the chart draws a box. */
  choosing: boolean;
  onChoosing: ((on: boolean) => void) | undefined;
  onHistory: () => void;
  /** undefined = they may not be read. */
  onAnnotations: (() => void) | undefined;
  /** What is done more seldom. */
  children: ReactNode;
}

/** One row: the range on the left, what is drawn of it on the right. */
export function ViewToolbar({
  view,
  field,
  shown,
  nodes,
  onChange,
  onRefresh,
  choosing,
  onChoosing,
  onHistory,
  onAnnotations,
  children,
}: ViewToolbarProps) {
  const { t } = useTranslation();
  return (
    <Toolbar label={t('readings:toolbar')}>
      <RangeBar ranges={{ preset: view.preset, shown, onChange }} shortest="past10Minutes" />
      <span className="pl-gap" />
      <Segmented
        label={t('readings:quantity')}
        value={view.quantity}
        options={quantitiesOf(field, view.quantity).map((each) => ({
          value: each,
          // Of rain and flow it is no change.
          label: t(`readings:quantities.${each === 'cumulative' && field.summed ? 'total' : each}`),
        }))}
        onChange={(quantity) => onChange({ quantity })}
      />
      <ComparePicker
        chosen={view.compare}
        pointId={view.pointId}
        nodes={nodes}
        onChange={(compare) => onChange({ compare })}
      />
      <span className="icons">
        {onChoosing && <BoxButton choosing={choosing} onChoosing={onChoosing} />}
        {onAnnotations && <AnnotationsButton onClick={onAnnotations} />}
        <IconButton icon={<HistoryOutlined />} label={t('readings:history')} onClick={onHistory} />
        <IconButton icon={<ReloadOutlined />} label={t('readings:refresh')} onClick={onRefresh} />
        {children}
      </span>
    </Toolbar>
  );
}

/** Returns the quantities offered; the one that the address asks for always is. Rain and flow have totals, directions nothing that counts. */
const quantitiesOf = (field: Field, quantity: View['quantity']) =>
  quantities.filter(
    (each) =>
      each === quantity ||
      each === 'value' ||
      (each === 'rate' ? field.summed !== 'amount' : isCounted(field) || field.summed !== undefined),
  );

function AnnotationsButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return <IconButton icon={<FlagOutlined />} label={t('annotations:menu')} onClick={onClick} />;
}

/** Returns whether dragging on the chart draws a box. */
function BoxButton({ choosing, onChoosing }: { choosing: boolean; onChoosing: (on: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <Button
      size="small"
      type={choosing ? 'primary' : 'text'}
      icon={<SelectOutlined />}
      aria-pressed={choosing}
      aria-label={t('readings:choose')}
      title={t(choosing ? 'readings:choosing' : 'readings:choose')}
      onClick={() => onChoosing(!choosing)}
    />
  );
}

/** An entry that is on or off. */
const ticked = (key: string, label: string, isOn: boolean, onChange: (isOn: boolean) => void) => ({
  key,
  icon: isOn ? <CheckOutlined /> : <span />,
  label,
  onClick: () => onChange(!isOn),
});

/** Offers files, other views and deletion. */
export function ViewMenu({
  raw,
  onRaw,
  annotated,
  onAnnotated,
  chart,
  title,
  onExport,
  onRemember,
  onDelete,
}: {
  raw: boolean;
  onRaw: (raw: boolean) => void;
  /** What happened on site is drawn too. */
  annotated: boolean;
  onAnnotated: (annotated: boolean) => void;
  chart: RefObject<ChartHandle | null>;
  /** Of the files. */
  title: string;
  onExport: () => void;
  /** The point begins with what is shown from now on. */
  onRemember: (() => void) | undefined;
  onDelete: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const files = useChartFiles(chart, title);
  const divider = { type: 'divider' } as const;
  const items: MenuProps['items'] = [
    ...files.items,
    { key: 'export', icon: <ExportOutlined />, label: t('imports:export.menu'), onClick: onExport },
    divider,
    ticked('raw', t('readings:asStored'), raw, onRaw),
    ticked('annotated', t('annotations:show'), annotated, onAnnotated),
  ];
  if (onRemember)
    items.push({
      key: 'remember',
      icon: <PushpinOutlined />,
      label: t('charts:setting.remember'),
      onClick: onRemember,
    });
  if (onDelete) {
    const label = t('readings:delete.menu');
    items.push(divider, { key: 'delete', icon: <DeleteOutlined />, danger: true, label, onClick: onDelete });
  }
  return (
    <>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <Button
          size="small"
          type="text"
          icon={<EllipsisOutlined />}
          aria-label={t('readings:more')}
          title={t('readings:more')}
        />
      </Dropdown>
      {files.dialog}
    </>
  );
}
