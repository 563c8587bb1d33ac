import { DownOutlined } from '@ant-design/icons';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { type Point, points } from '@plumbline/contract/points/points';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { ConvertDialog } from './ConvertDialog.tsx';
import { EndDialog } from './EndDialog.tsx';
import { ImageDialog } from './ImageDialog.tsx';

type Open = 'convert' | 'image' | 'reset' | 'remove' | null;

/** Offers the acts on a point as a whole. Reset and delete say what goes, and ask for what the server demands. */
export function PointActs({ point }: { point: Point }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const [open, setOpen] = useState<Open>(null);
  const switches = useSwitches(point);
  const archived = point.archivedAt !== null;
  const deprecated = point.deprecatedAt !== null;
  const closed = archived || deprecated;
  if (!allowed(points.update)) return null;
  const acts = [
    { key: 'archive', label: t(archived ? 'lifecycle:act.open' : 'lifecycle:act.archive') },
    {
      key: 'deprecate',
      label: t(deprecated ? 'lifecycle:act.takeBack' : 'lifecycle:act.deprecate'),
      disabled: archived,
    },
    { key: 'convert', label: t('lifecycle:act.convert'), disabled: closed || point.type === 3 },
    { key: 'image', label: t('lifecycle:act.image'), disabled: closed },
  ];
  const ends = [
    { type: 'divider' as const },
    { key: 'reset', label: t('lifecycle:act.reset'), disabled: closed, danger: true },
    { key: 'remove', label: t('points:delete'), disabled: archived, danger: true },
  ];
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          onClick: ({ key }) =>
            key === 'archive' || key === 'deprecate' ? void switches[key]() : setOpen(key as Open),
          items: [...acts, ...(allowed(lifecycle.remove) ? ends : [])],
        }}
      >
        <Button icon={<DownOutlined />} iconPlacement="end">
          {t('lifecycle:act.menu')}
        </Button>
      </Dropdown>
      <ActDialog point={point} open={open} onClose={() => setOpen(null)} />
    </>
  );
}

/** What is switched on and off at once: a snapshot, and taking no more readings. */
function useSwitches({ id: pointId, archivedAt, deprecatedAt }: Point) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: deprecatePoint } = useWrite(lifecycle.deprecate);
  const { run: archivePoint } = useWrite(lifecycle.archive);
  const act = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
      toasts.done(t('common:saved'));
    } catch (error) {
      toasts.failed(error);
    }
  };
  return {
    archive: () => act(archivePoint({ pointId, archived: archivedAt === null })),
    deprecate: () => act(deprecatePoint({ pointId, deprecated: deprecatedAt === null })),
  };
}

function ActDialog({ point, open, onClose }: { point: Point; open: Open; onClose: () => void }) {
  const navigate = useNavigate();
  const { project } = useProject();
  if (open === 'convert') return <ConvertDialog point={point} onClose={onClose} />;
  if (open === 'image') return <ImageDialog point={point} onClose={onClose} />;
  if (open === null) return null;
  return (
    <EndDialog
      point={point}
      act={open}
      onEnded={async () => {
        if (open === 'remove') void navigate(to('ProjectPoints', { projectId: project.id }));
      }}
      onClose={onClose}
    />
  );
}
