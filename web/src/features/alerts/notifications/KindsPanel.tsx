import './notifications.css';
import { choosableTypes, notifications } from '@plumbline/contract/alerts/notifications';
import { projects } from '@plumbline/contract/site/projects';
import { Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../../design/SidePanel.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** Chooses the kinds of notifications that reach the person, project by project; and from which projects they have chosen. */
export default function KindsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [projectId, setProjectId] = useState<number | null>(null);
  const all = useRead(projects.list, {});
  const chosen = useRead(notifications.choices, {});
  return (
    <SidePanel open onClose={onClose} title={t('notifications:kinds.title')}>
      <p className="pl-2 nt-why">{t('notifications:kinds.why')}</p>
      <Select
        style={{ width: '100%' }}
        aria-label={t('notifications:kinds.project')}
        placeholder={t('notifications:kinds.project')}
        showSearch={{ optionFilterProp: 'label' }}
        loading={all.isPending}
        value={projectId}
        options={(all.data?.projects ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setProjectId}
      />
      {projectId !== null && <Kinds key={projectId} projectId={projectId} />}
      {(chosen.data?.choices.length ?? 0) > 0 && (
        <>
          <h3 className="pl-h3 nt-chosen">{t('notifications:kinds.chosen')}</h3>
          <ul className="nt-choices">
            {chosen.data?.choices.map((each) => (
              <li key={each.projectId}>
                <button type="button" className="pl-bare pl-b" onClick={() => setProjectId(each.projectId)}>
                  {each.projectName}
                </button>
                <span className="pl-2 pl-sm">
                  {t('notifications:kinds.without', {
                    kinds: each.muted.map((type) => t(`notifications:kinds.${type}`)).join(', '),
                  })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </SidePanel>
  );
}

function Kinds({ projectId }: { projectId: number }) {
  const query = useRead(notifications.choice, { projectId });
  return (
    <Answer query={query} loading={<SkeletonRows rows={4} />}>
      {({ muted }) => <Switches projectId={projectId} muted={muted} />}
    </Answer>
  );
}

type Muted = readonly (typeof choosableTypes)[number][];

function Switches({ projectId, muted }: { projectId: number; muted: Muted }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: choose, isPending } = useWrite(notifications.choose);
  const toggle = async (type: Muted[number], comes: boolean): Promise<void> => {
    const next = choosableTypes.filter((each) => (each === type ? !comes : muted.includes(each)));
    try {
      await choose({ projectId, muted: next }, { over: muted });
    } catch (error) {
      toasts.failed(error);
    }
  };
  return (
    <div className="nt-kinds">
      {choosableTypes.map((type) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control
        <label key={type}>
          <Switch
            size="small"
            aria-label={t(`notifications:kinds.${type}`)}
            checked={!muted.includes(type)}
            disabled={isPending}
            onChange={(comes) => void toggle(type, comes)}
          />
          {t(`notifications:kinds.${type}`)}
        </label>
      ))}
      <p className="pl-3 pl-sm">{t('notifications:kinds.always')}</p>
    </div>
  );
}
