import './annotations.css';
import { useTranslation } from 'react-i18next';
import { Pane } from '../../../design/Pane.tsx';
import { formatDay } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { elevationWords, useWorks } from './annotations.queries.ts';

/** How far the works have come: what was written down last of digging, building and loading; nothing where nothing was. */
export function WorksPane({ structureId }: { structureId?: number }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const works = useWorks(structureId);
  if (works.length === 0) return null;
  return (
    <Pane title={t('annotations:works')} flush>
      <ul className="an-works">
        {works.map((each) => (
          <li key={each.id} title={each.text}>
            <span className="what">
              <span className="pl-ell">{each.text}</span>
              <span className="pl-micro pl-3">{t(`annotations:kinds.${each.kind}`)}</span>
            </span>
            <span className="when">
              <b className="pl-num">{elevationWords(each)}</b>
              <span className="pl-micro pl-3">{formatDay(each.endAt ?? each.startAt, project.timeZone)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Pane>
  );
}
