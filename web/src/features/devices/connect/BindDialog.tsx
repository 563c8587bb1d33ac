import type { Device } from '@plumbline/contract/devices';
import { points } from '@plumbline/contract/points';
import { projects } from '@plumbline/contract/projects';
import { Form, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { ExistingPoint } from './ExistingPoint.tsx';
import { NewPoint } from './NewPoint.tsx';

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
  const [way, setWay] = useState<'new' | 'existing'>(allowed(points.create) ? 'new' : 'existing');
  // Where a neighbour channel feeds a point already, this one most likely belongs there too.
  const usual = open?.find(({ id }) => device.projectIds.includes(id)) ?? (open?.length === 1 ? open[0] : undefined);
  const projectId = picked ?? usual?.id ?? null;
  return (
    <Modal
      open
      title={t('devices:bind.title', { channel: channel.number })}
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
          <Empty title={t('devices:bind.noProject')} why={t('devices:bind.noProjectWhy')}>
            <Link to={to('ProjectList')}>{t('devices:toProjects')}</Link>
          </Empty>
        }
      >
        {() => (
          <>
            <Form layout="vertical" className="pl-form" component="div">
              <Form.Item label={t('devices:bind.project')}>
                <Select
                  aria-label={t('devices:bind.project')}
                  showSearch={{ optionFilterProp: 'label' }}
                  value={projectId}
                  placeholder={t('devices:bind.chooseProject')}
                  options={(open ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={setPicked}
                />
              </Form.Item>
              {allowed(points.create) && (
                <Form.Item label={t('devices:bind.point')}>
                  <Segmented
                    label={t('devices:bind.point')}
                    value={way}
                    onChange={setWay}
                    options={[
                      { value: 'new', label: t('devices:bind.new') },
                      { value: 'existing', label: t('devices:bind.existing') },
                    ]}
                  />
                </Form.Item>
              )}
            </Form>
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
