import { DownOutlined } from '@ant-design/icons';
import { lifecycle } from '@plumbline/contract/lifecycle';
import { type Point, points } from '@plumbline/contract/points';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../app/paths.ts';
import { useToasts } from '../../design/Toasts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useWrite } from '../../kernel/writes.ts';
import { ConvertDialog } from './ConvertDialog.tsx';
import { EndDialog } from './EndDialog.tsx';
import { ImageDialog } from './ImageDialog.tsx';

type Open = 'convert' | 'image' | 'reset' | 'remove' | null;

/** What can be done with a point as a whole. Reset and delete say what goes, and ask for what the server demands. */
export function PointActs({ point }: { point: Point }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: deprecatePoint } = useWrite(lifecycle.deprecate);
  const { run: archivePoint } = useWrite(lifecycle.archive);
  const allowed = useAllowed();
  const navigate = useNavigate();
  const { project } = useProject();
  const [open, setOpen] = useState<Open>(null);
  const archived = point.archivedAt !== null;
  const deprecated = point.deprecatedAt !== null;
  const act = (work: () => Promise<unknown>) => async (): Promise<void> => {
    try {
      await work();
      toasts.done(t('common:saved'));
    } catch (error) {
      toasts.failed(error);
    }
  };
  const acts: Record<string, () => void> = {
    archive: () => void act(() => archivePoint({ pointId: point.id, archived: !archived }))(),
    deprecate: () => void act(() => deprecatePoint({ pointId: point.id, deprecated: !deprecated }))(),
    convert: () => setOpen('convert'),
    image: () => setOpen('image'),
    reset: () => setOpen('reset'),
    remove: () => setOpen('remove'),
  };
  const closed = archived || deprecated;
  if (!allowed(points.update)) return null;
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          onClick: ({ key }) => acts[key]?.(),
          items: [
            { key: 'archive', label: t(archived ? 'lifecycle:act.open' : 'lifecycle:act.archive') },
            {
              key: 'deprecate',
              label: t(deprecated ? 'lifecycle:act.takeBack' : 'lifecycle:act.deprecate'),
              disabled: archived,
            },
            { key: 'convert', label: t('lifecycle:act.convert'), disabled: closed || point.type === 3 },
            { key: 'image', label: t('lifecycle:act.image'), disabled: closed },
            ...(allowed(lifecycle.remove)
              ? [
                  { type: 'divider' as const },
                  { key: 'reset', label: t('lifecycle:act.reset'), disabled: closed, danger: true },
                  { key: 'remove', label: t('points:delete'), disabled: archived, danger: true },
                ]
              : []),
          ],
        }}
      >
        <Button icon={<DownOutlined />} iconPlacement="end">
          {t('lifecycle:act.menu')}
        </Button>
      </Dropdown>
      {open === 'convert' && <ConvertDialog point={point} onClose={() => setOpen(null)} />}
      {open === 'image' && <ImageDialog point={point} onClose={() => setOpen(null)} />}
      {(open === 'reset' || open === 'remove') && (
        <EndDialog
          point={point}
          act={open}
          onEnded={async () => {
            if (open === 'remove') void navigate(to('ProjectPoints', { projectId: project.id }));
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
