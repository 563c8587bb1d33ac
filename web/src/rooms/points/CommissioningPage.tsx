import './points.css';
import './console.css';
import { devices } from '@plumbline/contract/devices';
import { points } from '@plumbline/contract/points';
import { structures } from '@plumbline/contract/structures';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { to } from '../../app/paths.ts';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { StepWizard } from '../../design/form/StepWizard.tsx';
import { Page } from '../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { call } from '../../kernel/call.ts';
import { formatCount } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { asks, forget } from '../../kernel/queries.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import { AddTable } from './AddTable.tsx';
import { BatchInit } from './BatchInit.tsx';
import { FirstReadings } from './FirstReadings.tsx';
import { MatchStep } from './MatchStep.tsx';
import { usePlaces } from './place-names.ts';

/**
 * The guided path from an empty project to points that are read: structures, points, devices, binding, first reading,
 * initial values. Each step is the server's state, so one may leave, and begin anywhere.
 */
export default function CommissioningPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const navigate = useNavigate();
  const [step, setStep] = useUrlState('step', 'structures');
  // The wizard draws the steps it has led to: led elsewhere (by the address, or by points just added) it begins anew.
  const led = useRef({ to: step, times: 0 });
  if (led.current.to !== step) led.current = { to: step, times: led.current.times + 1 };
  const rows = useQuery(asks(points.rows, { projectId: project.id }));
  const list = rows.data?.rows.filter(({ archived }) => !archived) ?? [];
  return (
    <Page title={t('points:guide.title')} note={project.name}>
      <StepWizard
        key={led.current.times}
        at={step}
        onStep={(next) => {
          led.current.to = next;
          setStep(next);
        }}
        steps={[
          { key: 'structures', title: t('points:guide.structures'), content: <Structures /> },
          {
            key: 'points',
            title: t('points:guide.points'),
            optional: true,
            content: (
              <>
                <p className="pl-2">{t('points:guide.pointsNow', { count: list.length })}</p>
                <AddTable onAdded={() => setStep('devices')} />
              </>
            ),
          },
          { key: 'devices', title: t('points:guide.devices'), content: <Warehouse /> },
          {
            key: 'bind',
            title: t('points:guide.bind'),
            optional: true,
            content: <MatchStep />,
          },
          { key: 'reading', title: t('points:guide.reading'), content: <FirstReadings /> },
          {
            key: 'init',
            title: t('points:guide.init'),
            content: <BatchInit rows={list.filter(({ type }) => type !== 3)} />,
          },
        ]}
        finish={t('points:guide.finish')}
        onFinish={async () => navigate(to('CommissioningChecklist', { projectId: project.id }))}
      />
    </Page>
  );
}

function Structures() {
  const { t } = useTranslation();
  const { project } = useProject();
  const places = usePlaces(project.id);
  const [adding, setAdding] = useState(false);
  return (
    <div>
      <p className="pl-2">{t('points:guide.structuresWhy')}</p>
      {places.options === undefined ? (
        <SkeletonRows rows={3} />
      ) : places.options.length === 0 ? (
        <p className="pl-3">{t('points:guide.noStructures')}</p>
      ) : (
        <ul className="pt-plain">
          {places.options.map(({ value, label }) => (
            <li key={String(value)}>{label}</li>
          ))}
        </ul>
      )}
      <Button onClick={() => setAdding(true)}>{t('points:guide.addStructure')}</Button>
      {adding && (
        <FormDialog
          title={t('points:guide.addStructure')}
          schema={structures.create.input}
          fixed={{ projectId: project.id }}
          initial={{ name: '' }}
          fields={[{ type: 'INPUT', prop: 'name', label: 'points:name', span: 2 }]}
          saveLabel={t('common:create')}
          onSave={async (input: never) => {
            await call(structures.create, input);
            await forget(structures.list);
          }}
          onClose={() => setAdding(false)}
          widthPx={420}
        />
      )}
    </div>
  );
}

/** How many devices and free channels there are, and the way to the warehouse, where they are taken in. */
function Warehouse() {
  const { t } = useTranslation();
  const { project } = useProject();
  const query = useQuery(asks(devices.summary, { corporationId: project.corporationId }));
  return (
    <Answer query={query} loading={<SkeletonRows rows={3} />}>
      {(summary) => (
        <div>
          <p className="pl-2">
            {t('points:guide.devicesNow', {
              total: formatCount(summary.total),
              connected: formatCount(summary.connected),
              free: formatCount(summary.unbound),
            })}
          </p>
          <Link to={to('DeviceWarehouse')}>
            <Button>{t('points:openWarehouse')}</Button>
          </Link>
        </div>
      )}
    </Answer>
  );
}
