import {
  CheckOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EllipsisOutlined,
  ExportOutlined,
  FileTextOutlined,
  HistoryOutlined,
  PushpinOutlined,
  ReloadOutlined,
  SelectOutlined,
} from '@ant-design/icons';
import { pastPresets } from '@plumbline/contract/constants';
import type { TreeNode } from '@plumbline/contract/projects';
import { quantities } from '@plumbline/contract/readings';
import { Button, Dropdown, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../charts/frame/range.ts';
import { IconButton } from '../../design/IconButton.tsx';
import { Segmented, Toolbar } from '../../design/Toolbar.tsx';
import { ComparePicker } from './ComparePicker.tsx';
import type { Preset } from './presets.ts';
import { RangeField } from './RangeField.tsx';
import type { View } from './view-state.ts';

/** One row: the range on the left, what is drawn of it on the right. */
export function ViewToolbar({
  view,
  shown,
  nodes,
  onChange,
  onRefresh,
  choosing,
  onChoosing,
  onHistory,
  children,
}: {
  view: View;
  shown: Range;
  nodes: readonly TreeNode[];
  onChange: (change: Partial<View>) => void;
  onRefresh: () => void;
  /** Dragging on the chart draws a box. */
  choosing: boolean;
  onChoosing: ((on: boolean) => void) | undefined;
  onHistory: () => void;
  /** What is done more seldom. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const choose = (preset: Preset): void => onChange({ preset, custom: null });
  return (
    <Toolbar label={t('readings:toolbar')}>
      <Segmented
        label={t('readings:range')}
        value={view.preset}
        options={pastPresets.map(({ name }) => ({ value: name as Preset, label: t(`common:preset.${name}`) }))}
        onChange={choose}
      />
      <RangeField
        range={shown}
        preset={view.preset}
        onPreset={choose}
        onChange={(custom) => onChange({ preset: null, custom })}
      />
      <span className="pl-gap" />
      <Segmented
        label={t('readings:quantity')}
        value={view.quantity}
        options={quantities.map((each) => ({ value: each, label: t(`readings:quantities.${each}`) }))}
        onChange={(quantity) => onChange({ quantity })}
      />
      <ComparePicker
        chosen={view.compare}
        pointId={view.pointId}
        nodes={nodes}
        onChange={(compare) => onChange({ compare })}
      />
      {onChoosing && <BoxButton choosing={choosing} onChoosing={onChoosing} />}
      <IconButton icon={<HistoryOutlined />} label={t('readings:history')} onClick={onHistory} />
      <IconButton icon={<ReloadOutlined />} label={t('readings:refresh')} onClick={onRefresh} />
      {children}
    </Toolbar>
  );
}

/** Whether dragging on the chart draws a box. */
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

/** What is taken along, seen otherwise, remembered and deleted. */
export function ViewMenu({
  raw,
  onRaw,
  onPng,
  onCsv,
  onExport,
  onRemember,
  onDelete,
}: {
  raw: boolean;
  onRaw: (raw: boolean) => void;
  onPng: () => void;
  onCsv: () => void;
  onExport: () => void;
  /** The point begins with what is shown from now on. */
  onRemember: (() => void) | undefined;
  onDelete: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const divider = { type: 'divider' } as const;
  const items: MenuProps['items'] = [
    { key: 'png', icon: <DownloadOutlined />, label: t('common:chart.png'), onClick: onPng },
    { key: 'csv', icon: <FileTextOutlined />, label: t('common:chart.csv'), onClick: onCsv },
    { key: 'export', icon: <ExportOutlined />, label: t('imports:export.menu'), onClick: onExport },
    divider,
    { key: 'raw', icon: raw ? <CheckOutlined /> : <span />, label: t('readings:asStored'), onClick: () => onRaw(!raw) },
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
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <Button
        size="small"
        type="text"
        icon={<EllipsisOutlined />}
        aria-label={t('readings:more')}
        title={t('readings:more')}
      />
    </Dropdown>
  );
}
