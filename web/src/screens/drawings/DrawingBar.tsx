import {
  ColumnWidthOutlined,
  DeleteOutlined,
  EditOutlined,
  EllipsisOutlined,
  HighlightOutlined,
  HistoryOutlined,
  LeftOutlined,
  PlusOutlined,
  PushpinOutlined,
  RightOutlined,
  SwapOutlined,
} from '@ant-design/icons';
import { type Drawing, drawings } from '@plumbline/contract/site/drawings';
import { Button, Dropdown, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../design/Toasts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useWrite } from '../../kernel/writes.ts';
import { shownVersion } from './shown-version.ts';

export type DrawingAct = 'place' | 'scale' | 'draw' | 'edit' | 'replace' | 'versions' | 'remove';

/** Shows the drawing in view, what it is and of which day, and what may be done with it. */
export function DrawingBar({
  all,
  shown,
  onShow,
  canChange,
  isWorking,
  onAct,
}: {
  all: readonly Drawing[];
  shown: Drawing;
  onShow: (drawingId: number) => void;
  canChange: boolean;
  /** Its points or its scale are being set: nothing else may be begun. */
  isWorking: boolean;
  onAct: (act: DrawingAct | 'add' | 'new') => void;
}) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const { project } = useProject();
  const { on } = shownVersion(shown);
  return (
    <div className="dr-bar">
      {all.length > 1 ? (
        <Select
          size="small"
          className="which"
          aria-label={t('drawings:which')}
          disabled={isWorking}
          value={shown.id}
          options={all.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={onShow}
        />
      ) : (
        <b className="pl-ell">{shown.name}</b>
      )}
      <span className="pl-sm pl-3 pl-ell about">
        {[t(`drawings:planes.${shown.plane}`), on && t('drawings:onDay', { day: on })].filter(Boolean).join(' · ')}
      </span>
      <span className="pl-gap" />
      {!isWorking && (
        <>
          {allowed(drawings.place) && !project.archivedAt && (
            <Button
              size="small"
              icon={<PushpinOutlined />}
              title={t('drawings:placing.title')}
              onClick={() => onAct('place')}
            >
              <span className="pl-wide-only">{t('drawings:placing.title')}</span>
            </Button>
          )}
          <Acts all={all} shown={shown} canChange={canChange} onAct={onAct} />
        </>
      )}
    </div>
  );
}

function Acts({
  all,
  shown,
  canChange,
  onAct,
}: {
  all: readonly Drawing[];
  shown: Drawing;
  canChange: boolean;
  onAct: (act: DrawingAct | 'add' | 'new') => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: setOrder } = useWrite(drawings.order);
  const ids = all.filter(({ structureId }) => structureId === shown.structureId).map(({ id }) => id);
  const at = ids.indexOf(shown.id);
  const move = (by: number): void => {
    const order = ids.toSpliced(at, 1).toSpliced(at + by, 0, shown.id);
    void setOrder({ structureId: shown.structureId, order }).catch(toasts.failed);
  };
  const versions = { key: 'versions', icon: <HistoryOutlined />, label: t('drawings:versionsMenu') };
  // What it was drawn with is known once it is opened: of other files than SVG by their kind.
  const isDrawable = shown.scale !== null && shownVersion(shown).isThemed;
  const items = canChange
    ? [
        { key: 'add', icon: <PlusOutlined />, label: t('drawings:add') },
        { key: 'new', icon: <HighlightOutlined />, label: t('drawingEditor:new') },
        ...(isDrawable ? [{ key: 'draw', icon: <HighlightOutlined />, label: t('drawingEditor:draw') }] : []),
        { key: 'scale', icon: <ColumnWidthOutlined />, label: t('drawings:scale.title') },
        { key: 'edit', icon: <EditOutlined />, label: t('drawings:edit') },
        { key: 'earlier', icon: <LeftOutlined />, label: t('drawings:earlier'), disabled: at <= 0 },
        { key: 'later', icon: <RightOutlined />, label: t('drawings:later'), disabled: at >= ids.length - 1 },
        { key: 'replace', icon: <SwapOutlined />, label: t('drawings:replace') },
        versions,
        { key: 'remove', icon: <DeleteOutlined />, label: t('common:delete'), danger: true },
      ]
    : [versions];
  const act = (key: string): void =>
    key === 'earlier' ? move(-1) : key === 'later' ? move(1) : onAct(key as DrawingAct | 'add' | 'new');
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, onClick: ({ key }) => act(key) }}>
      <Button
        type="text"
        size="small"
        icon={<EllipsisOutlined />}
        aria-label={t('drawings:acts', { name: shown.name })}
        title={t('drawings:acts', { name: shown.name })}
      />
    </Dropdown>
  );
}
