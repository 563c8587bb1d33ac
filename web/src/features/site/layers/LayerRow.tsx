import {
  ColumnWidthOutlined,
  DeleteOutlined,
  DownOutlined,
  EditOutlined,
  EllipsisOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
  HistoryOutlined,
  SwapOutlined,
  UpOutlined,
} from '@ant-design/icons';
import { type LayerVersion, layers, type MapLayer } from '@plumbline/contract/site/layers';
import { Button, Dropdown, Select, Slider } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { failureNamed, wordsOf } from '../../../kernel/failures.ts';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { TaskBar } from '../../platform/tasks/tasks.parts.tsx';
import { useStructuresNow } from '../projects/projects.queries.ts';
import { coarserWords } from './coarser-words.ts';
import { movedLayer } from './layer-order.ts';
import { useDated, useSwipe } from './layers.queries.ts';

export type LayerAct = 'edit' | 'replace' | 'versions' | 'remove';

/** One layer: whether it is shown here, what it shows, how far its newest file is, and what may be done with it. */
export function LayerRow({
  layer,
  order,
  isShown,
  onToggle,
  canChange,
  onAct,
}: {
  layer: MapLayer;
  /** The ids of all layers, the lowest first. */
  order: readonly number[];
  isShown: boolean;
  onToggle: () => void;
  canChange: boolean;
  onAct: (act: LayerAct) => void;
}) {
  const { t } = useTranslation();
  const { name, versions, versionId } = layer;
  const [newest] = versions;
  return (
    <li className={isShown && versionId !== null ? undefined : 'off'}>
      <div className="pl-row">
        <IconButton
          icon={isShown ? <EyeOutlined /> : <EyeInvisibleOutlined />}
          label={t(isShown ? 'layers:hide' : 'layers:show', { name })}
          onClick={onToggle}
        />
        <span className="ml-name">
          <b className="pl-ell" title={name}>
            {name}
          </b>
          <About layer={layer} />
        </span>
        <span className="pl-gap" />
        <Acts layer={layer} order={order} canChange={canChange} onAct={onAct} />
      </div>
      {newest?.state === 'reading' && newest.taskId !== null && <TaskBar taskId={newest.taskId} />}
      {newest?.state === 'failed' && <Fault version={newest} />}
      {isShown && <Dated layer={layer} />}
      {canChange && isShown && versionId !== null && <Opacity layer={layer} />}
    </li>
  );
}

/** What it shows, of which structure, and as of when. */
function About({ layer }: { layer: MapLayer }) {
  const { t } = useTranslation();
  const list = useStructuresNow(useProject().project.id);
  const { kind, structureId } = layer;
  const drawn = useDated().drawn(layer);
  const parts = [
    t(`layers:kinds.${kind}`),
    list.data?.structures.find(({ id }) => id === structureId)?.name,
    drawn?.on && t('layers:onDay', { day: drawn.on }),
    drawn && coarserWords(drawn, t),
  ];
  return <span className="pl-sm pl-3">{parts.filter(Boolean).join(' · ')}</span>;
}

/** Which of its files one looks at, and beside which: this year's picture against last year's. Of nobody's concern but one's own. */
function Dated({ layer }: { layer: MapLayer }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { drawn, choose } = useDated();
  const { swipe, setSwipe } = useSwipe();
  const ready = layer.versions.filter(({ state }) => state === 'ready');
  if (ready.length < 2) return null;
  const version = drawn(layer);
  const others = ready.filter(({ id }) => id !== version?.id);
  const left = others.find(({ id }) => layer.id === swipe?.layerId && id === swipe.versionId);
  const options = (versions: readonly LayerVersion[]) =>
    versions.map(({ id, on, createdAt, fileName }) => ({
      value: id,
      label: `${on ?? formatTime(createdAt, project.timeZone)} · ${fileName}`,
    }));
  const compare = (versionId: number | undefined): void =>
    setSwipe(versionId === undefined ? null : { layerId: layer.id, versionId });
  return (
    <>
      <div className="pl-row ml-dated">
        <Select
          size="small"
          aria-label={t('layers:dated', { name: layer.name })}
          value={version?.id ?? null}
          options={options(ready)}
          onChange={(id) => choose(layer, id)}
        />
        <Button
          size="small"
          type={left ? 'primary' : 'default'}
          aria-pressed={left !== undefined}
          icon={<ColumnWidthOutlined />}
          aria-label={t('layers:swipe', { name: layer.name })}
          title={t('layers:swipe', { name: layer.name })}
          onClick={() => compare(left ? undefined : others[0]?.id)}
        />
      </div>
      {left && (
        <div className="pl-row ml-dated">
          <Select
            size="small"
            aria-label={t('layers:swipeLeft', { name: layer.name })}
            value={left.id}
            options={options(others)}
            onChange={compare}
          />
        </div>
      )}
    </>
  );
}

/** Why the newest file is not drawn. */
function Fault({ version: { error, errorDetail, fileName } }: { version: LayerVersion }) {
  const { t } = useTranslation();
  if (error === null) return <p className="pl-sm pl-3">{t('layers:cancelled', { file: fileName })}</p>;
  const failure = failureNamed(error, errorDetail ?? undefined);
  return (
    <p className="pl-sm pl-wrong" role="alert">
      {t('layers:failed', { file: fileName })}: {wordsOf(failure, t).words}
    </p>
  );
}

/** How strongly it is drawn, for everybody: written when the slider is let go. */
function Opacity({ layer }: { layer: MapLayer }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: update } = useWrite(layers.update);
  const [moving, setMoving] = useState<number | null>(null);
  const write = async (opacityPercent: number): Promise<void> => {
    try {
      await update({ projectId: project.id, layerId: layer.id, opacityPercent }, { over: layer });
    } catch (error) {
      toasts.failed(error);
    } finally {
      setMoving(null);
    }
  };
  return (
    <Slider
      className="ml-opacity"
      min={10}
      max={100}
      step={10}
      value={moving ?? layer.opacityPercent}
      ariaLabelForHandle={t('layers:opacity', { name: layer.name })}
      onChange={setMoving}
      onChangeComplete={(percent) => void write(percent)}
    />
  );
}

function Acts({
  layer,
  order,
  canChange,
  onAct,
}: {
  layer: MapLayer;
  order: readonly number[];
  canChange: boolean;
  onAct: (act: LayerAct) => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const { run: setOrder } = useWrite(layers.order);
  const [up, down] = [movedLayer(order, layer.id, 1), movedLayer(order, layer.id, -1)];
  const move = (next: number[] | null): void =>
    void (next && setOrder({ projectId, order: next }).catch(toasts.failed));
  const versions = { key: 'versions', icon: <HistoryOutlined />, label: t('layers:versionsMenu') };
  const items = canChange
    ? [
        { key: 'edit', icon: <EditOutlined />, label: t('layers:edit') },
        { key: 'up', icon: <UpOutlined />, label: t('layers:up'), disabled: up === null },
        { key: 'down', icon: <DownOutlined />, label: t('layers:down'), disabled: down === null },
        { key: 'replace', icon: <SwapOutlined />, label: t('layers:replace') },
        versions,
        { key: 'remove', icon: <DeleteOutlined />, label: t('layers:remove') },
      ]
    : [versions];
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items,
        onClick: ({ key }) => (key === 'up' ? move(up) : key === 'down' ? move(down) : onAct(key as LayerAct)),
      }}
    >
      <Button
        type="text"
        size="small"
        icon={<EllipsisOutlined />}
        aria-label={t('layers:acts', { name: layer.name })}
        title={t('layers:acts', { name: layer.name })}
      />
    </Dropdown>
  );
}
