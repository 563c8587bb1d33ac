import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { points } from '@plumbline/contract/points/points';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { SchemaForm } from '../../../design/SchemaForm.tsx';
import { SidePanel } from '../../../design/SidePanel.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { Tabs } from '../../../design/Tabs.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { PointFields, pointInput } from '../points/points.parts.tsx';
import { ThresholdsEditor } from '../thresholds/thresholds.parts.tsx';
import { PointBinding } from './PointBinding.tsx';

type Tab = 'point' | 'thresholds';

/** A point's settings in a drawer: how it is converted, and its thresholds. For those who may Update:MeasuringPoint. */
export function PointSettings({
  open,
  pointId,
  startTab = 'point',
  onClose,
}: {
  open: boolean;
  pointId: number;
  startTab?: Tab;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const query = useRead(points.get, { pointId }, { enabled: open });
  const [chosen, setChosen] = useState<Tab | null>(null);
  const tab = chosen ?? startTab;
  const close = (): void => {
    setChosen(null);
    onClose();
  };
  return (
    <SidePanel
      open={open}
      onClose={close}
      widthPx={520}
      title={query.data ? t('points:settingsOf', { name: query.data.measuringPoint.name }) : t('points:settings')}
      flush
    >
      <Tabs
        className="pt-tabs"
        activeKey={tab}
        onChange={(key) => setChosen(key as Tab)}
        items={[
          { key: 'point', label: t('points:tab.point') },
          { key: 'thresholds', label: t('points:tab.thresholds') },
        ]}
      />
      <Answer query={query} loading={<SkeletonRows rows={8} />}>
        {(data) =>
          tab === 'point' ? (
            <PointTab data={data} onClose={close} />
          ) : (
            <ThresholdsEditor key={data.measuringPoint.id} point={data.measuringPoint} thresholds={data.thresholds} />
          )
        }
      </Answer>
    </SidePanel>
  );
}

function PointTab({ data, onClose }: { data: Reply<typeof points.get>; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: removePoint } = useWrite(lifecycle.remove);
  const { run: updatePoint } = useWrite(points.update);
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const point = data.measuringPoint;
  const save = async (input: never, precondition: { readonly over: unknown }): Promise<void> => {
    await updatePoint(input, precondition);
    toasts.done(t('common:saved'));
  };
  return (
    <div className="pt-body">
      <SchemaForm
        key={point.id}
        schema={points.update.input}
        fixed={{ pointId: point.id }}
        record={point}
        initial={pointInput(point)}
        errorField={{ nameTaken: 'name', formulaIllegal: 'customFormula', collectPlanDecides: 'intervalSeconds' }}
        onSubmit={save}
        foot={(busy) => (
          <div className="pl-row">
            <Button type="primary" htmlType="submit" loading={busy}>
              {t('common:save')}
            </Button>
            <span className="pl-gap" />
            <Allowed to={lifecycle.remove}>
              <Button danger onClick={() => setDeleting(true)}>
                {t('points:delete')}
              </Button>
            </Allowed>
          </div>
        )}
      >
        <PointFields projectId={point.projectId} point={point} />
      </SchemaForm>
      <PointBinding point={point} />
      <ConfirmDestructive
        open={deleting}
        title={t('points:deleteTitle', { name: point.name })}
        lost={t('points:deleteLost')}
        action={t('points:deleteAll')}
        onConfirm={async (password) => {
          await removePoint(
            { pointId: point.id, ...(password === undefined ? {} : { password }) },
            { onDone: onClose },
          );
          // The page behind may show the point that is no more: it begins anew.
          void navigate(to('DataView', { projectId: point.projectId }));
        }}
        onClose={() => setDeleting(false)}
      />
    </div>
  );
}
