import type { Device } from '@plumbline/contract/devices/devices';
import { points } from '@plumbline/contract/points/points';
import { projects } from '@plumbline/contract/site/projects';
import { Form, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useRead } from '../../kernel/reads.ts';
import { ExistingPoint } from './ExistingPoint.tsx';
import { NewPoint } from './NewPoint.tsx';

type Way = 'new' | 'existing';

/** Chooses what a channel feeds: a point of a project that has no device yet, or one made here. */
export function BindDialog({
  device,
  channel,
  onClose,
}: {
  device: Device;
  channel: Device['channels'][number];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const query = useRead(projects.list, {});
  const open = query.data?.projects.filter(
    (each) => each.archivedAt === null && each.corporationId === device.corporationId,
  );
  const [picked, setPicked] = useState<number | null>(null);
  const [way, setWay] = useState<Way>(allowed(points.create) ? 'new' : 'existing');
  // Where a neighbour channel feeds a point already, this one most likely belongs there too.
  const usual = open?.find(({ id }) => device.projectIds.includes(id)) ?? (open?.length === 1 ? open[0] : undefined);
  const projectId = picked ?? usual?.id ?? null;
  return (
    <Modal
      open
      title={t('connections:bind.title', { channel: channel.number })}
      footer={null}
      onCancel={onClose}
      width={600}
      destroyOnHidden
    >
      <Answer
        query={query}
        loading={<SkeletonRows rows={3} />}
        isEmpty={() => open?.length === 0}
        empty={
          <Empty title={t('connections:bind.noProject')} why={t('connections:bind.noProjectWhy')}>
            <Link to={to('ProjectList')}>{t('devices:toProjects')}</Link>
          </Empty>
        }
      >
        {() => (
          <>
            <Choices projects={open ?? []} projectId={projectId} onProject={setPicked} way={way} onWay={setWay} />
            {projectId !== null &&
              (way === 'new' ? (
                <NewPoint key={projectId} device={device} channel={channel} projectId={projectId} onClose={onClose} />
              ) : (
                <ExistingPoint
                  key={projectId}
                  device={device}
                  channel={channel}
                  projectId={projectId}
                  onClose={onClose}
                />
              ))}
          </>
        )}
      </Answer>
    </Modal>
  );
}

/** The project, and whether its point is there already. */
function Choices({
  projects,
  projectId,
  onProject,
  way,
  onWay,
}: {
  projects: readonly { readonly id: number; readonly name: string }[];
  projectId: number | null;
  onProject: (projectId: number) => void;
  way: Way;
  onWay: (way: Way) => void;
}) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  return (
    <Form layout="vertical" className="pl-form" component="div">
      <Form.Item label={t('connections:bind.project')}>
        <Select
          aria-label={t('connections:bind.project')}
          showSearch={{ optionFilterProp: 'label' }}
          value={projectId}
          placeholder={t('connections:bind.chooseProject')}
          options={projects.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={onProject}
        />
      </Form.Item>
      {allowed(points.create) && (
        <Form.Item label={t('connections:bind.point')}>
          <Segmented
            label={t('connections:bind.point')}
            value={way}
            onChange={onWay}
            options={[
              { value: 'new', label: t('connections:bind.new') },
              { value: 'existing', label: t('connections:bind.existing') },
            ]}
          />
        </Form.Item>
      )}
    </Form>
  );
}
