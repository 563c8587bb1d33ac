import { gaps } from '@plumbline/contract/points/commissioning';
import { structures } from '@plumbline/contract/site/structures';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Facts } from '../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { usePlaces } from '../../features/points/points/place-names.queries.ts';
import { formatCount, formatZone, missing } from '../../kernel/format.ts';
import { useStoredProject } from '../../kernel/project.tsx';
import { useWrite } from '../../kernel/writes.ts';
import { useGuideChecklist } from './commissioning.queries.ts';

/** Edits what counts for every later step: above all the time zone, in which all times of the project are shown. */
export function ProjectStep() {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const { coordinates } = project;
  return (
    <div className="pt-guide-project">
      <p className="pl-2">{t('commissioning:projectWhy')}</p>
      <Facts
        facts={[
          [t('points:name'), <b key="name">{project.name}</b>],
          [t('commissioning:address'), project.address || missing],
          [t('commissioning:zone'), `${project.timeZone} (${formatZone(project.timeZone)})`],
          [t('points:config.coordinates'), coordinates ? `${coordinates.longitude}, ${coordinates.latitude}` : missing],
        ]}
      />
      <LinkButton to={to('ProjectConsole', { projectId: project.id })}>{t('commissioning:openConsole')}</LinkButton>
    </div>
  );
}

export function StructuresStep() {
  const { t } = useTranslation();
  const { run: createStructure } = useWrite(structures.create);
  const { project } = useStoredProject();
  const places = usePlaces(project.id);
  const [adding, setAdding] = useState(false);
  return (
    <div>
      <p className="pl-2">{t('commissioning:guide.structuresWhy')}</p>
      {places.options === undefined ? (
        <SkeletonRows rows={3} />
      ) : places.options.length === 0 ? (
        <p className="pl-3">{t('commissioning:guide.noStructures')}</p>
      ) : (
        <ul className="pt-plain pt-places">
          {places.options.map(({ value, label }) => (
            <li key={String(value)}>{label}</li>
          ))}
        </ul>
      )}
      <Button onClick={() => setAdding(true)}>{t('commissioning:guide.addStructure')}</Button>
      {adding && (
        <FormDialog
          title={t('commissioning:guide.addStructure')}
          schema={structures.create.input}
          fixed={{ projectId: project.id }}
          initial={{ name: '' }}
          fields={[{ type: 'INPUT', prop: 'name', label: 'points:name', span: 2 }]}
          saveLabel={t('common:create')}
          onSave={async (input: never) => {
            await createStructure(input);
          }}
          onClose={() => setAdding(false)}
          widthPx={420}
        />
      )}
    </div>
  );
}

/** How much of the checklist is left, and what. */
export function CheckStep({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  // Steps that were seen stay drawn, and then ask for nothing.
  const query = useGuideChecklist(project.id, isShown);
  return (
    <Answer query={query} loading={<SkeletonRows rows={4} />}>
      {(list) =>
        list.points > 0 && list.missing.length === 0 ? (
          <Empty title={t('commissioning:checklist.none')} why={t('commissioning:checklist.noneWhy')} />
        ) : (
          <div>
            <p role="status">
              {t('commissioning:complete', {
                complete: formatCount(list.complete),
                total: formatCount(list.points),
              })}
            </p>
            <ul className="pt-steps pt-gaps">
              {gaps.map((gap) => {
                const count = list.counts[gap] ?? 0;
                return (
                  <li key={gap}>
                    <b className={`pl-num${count === 0 ? ' pl-3' : ''}`}>{formatCount(count)}</b>
                    <span className={count === 0 ? 'pl-3' : ''}>{t(`commissioning:gap.${gap}`)}</span>
                    {count > 0 && (
                      <Link to={to('CommissioningChecklist', { projectId: project.id }, { gap })}>
                        {t('commissioning:show')}
                      </Link>
                    )}
                  </li>
                );
              })}
            </ul>
          </div>
        )
      }
    </Answer>
  );
}
