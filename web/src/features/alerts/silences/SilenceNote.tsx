import './silences.css';
import { BellOutlined } from '@ant-design/icons';
import { type Silence, silences } from '@plumbline/contract/alerts/silences';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useSilenceWords } from './silence-words.ts';
import { useSilences } from './silences.queries.ts';

interface Place {
  readonly projectId: number;
  readonly timeZone: string | undefined;
  /** Neither = all windows of the project. */
  readonly structureId?: number;
  readonly pointId?: number;
  /** Of an alert: those windows alone that withhold its level. */
  readonly level?: number;
}

/** Returns whether a window acts at a place. */
const actsAt = ({ structureId, coveredIds, pointId }: Silence, place: Place): boolean => {
  if (place.structureId === undefined && place.pointId === undefined) return true;
  if (pointId !== null) return pointId === place.pointId;
  return structureId === null || (place.structureId !== undefined && coveredIds.includes(place.structureId));
};

/** That messages of a place are withheld now: until when, of which levels, by whom and why. Nothing where none are. */
export function SilenceNote(place: Place) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const words = useSilenceWords(place.timeZone);
  const query = useSilences(place.projectId, allowed(silences.list));
  const active = query.data?.silences.filter(
    (silence) =>
      silence.state === 'active' &&
      actsAt(silence, place) &&
      (place.level === undefined || silence.levels.includes(place.level)),
  );
  if (!active || active.length === 0) return null;
  return (
    <ul className="si-note" aria-label={t('silences:title')}>
      {active.map((silence) => (
        <li key={silence.id}>
          <BellOutlined aria-hidden />
          <span>
            <b>{t('silences:until', { place: words.place(silence), at: words.at(silence.endAt) })}</b>
            <br />
            <span className="pl-sm">
              {t('silences:note', {
                levels: words.levels(silence),
                by: silence.byName,
                reason: [silence.reason, silence.redReason].filter(Boolean).join('; '),
              })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
